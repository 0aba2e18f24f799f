import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'the text continues after the value',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'the string is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'this is not a Unicode escape',
  InvalidEscapeCharacter: 'this is not an escape',
  InvalidCharacter: 'this character must be escaped',
};

/**
 * Returns where text stops being JSON and why, in words; undefined for valid JSON. The text itself, which may
 * hold secrets, is not repeated.
 */
export function explainJsonError(text: string): string | undefined {
  const first = firstError(text);
  if (!first) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `line ${before.length}, column ${column}: ${REASONS[printParseErrorCode(first.code)] ?? 'this is not valid'}`;
}

/** Thrown to stop the parser, which would otherwise report each of thousands of errors. */
class Found extends Error {
  readonly code: ParseErrorCode;
  readonly offset: number;

  constructor(code: ParseErrorCode, offset: number) {
    super('The text is not JSON.');
    this.code = code;
    this.offset = offset;
  }
}

function firstError(text: string): Found | undefined {
  const onError = (code: ParseErrorCode, offset: number) => {
    throw new Found(code, offset);
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (error instanceof Found) return error;
    // The parser is recursive, and reaches the end of the stack in text that is nested thousands of times.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
