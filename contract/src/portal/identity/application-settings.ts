import { Type } from 'typebox';
import { Text } from '../../text.ts';

/** The settings of an application that a developer can change. */
export const applicationSettings = {
  redirect_uris: Type.Optional(
    Type.Array(Text({ maxLength: 2000 }), {
      maxItems: 50,
      description: 'URIs to which a sign-in may redirect.',
    }),
  ),
  origins: Type.Optional(
    Type.Array(Text({ maxLength: 2000 }), {
      maxItems: 50,
      description: 'Origins whose pages may call the API: `scheme://host[:port]`.',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(Text({ maxLength: 50 }), { maxItems: 10, description: 'All scopes of its type by default.' }),
  ),
  access_token_lifetime: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds; null means the platform’s default.' }),
  ),
  refresh_token_lifetime: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'Seconds; null means the platform’s default.' }),
  ),
  minimum_password_length: Type.Optional(
    Type.Integer({ description: 'Minimum length of its users’ passwords.' }),
  ),
  app_scheme: Type.Optional(
    Type.Union([Text({ maxLength: 64 }), Type.Null()], {
      description: 'URL scheme that opens its app; null for none.',
    }),
  ),
};
