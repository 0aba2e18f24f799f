/** What every request of the public Python SDK carries (managers.md 1). */
const agentHeaders = {
  'user-agent': 'python-requests/2.31.0',
  'accept-encoding': 'gzip, deflate',
  connection: 'keep-alive',
};

/** Its requests in a session, which have a content type also without a body. */
export const sessionHeaders = { ...agentHeaders, accept: '*/*', 'content-type': 'application/json' };

/** Its requests with headers of their own. */
export const jsonHeaders = {
  ...agentHeaders,
  accept: 'application/json',
  'content-type': 'application/json',
};
