/** Reads the pages of a list of the server, one request after another. */
export async function* pagesOf<Page extends { readonly next?: string | null | undefined }>(
  read: (from: { after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: string | undefined;
  do {
    const page: Page = await read(after === undefined ? {} : { after });
    yield page;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
