/** @param url origin of the console. Cookies are secure over https; http is only for localhost. */
export const isSecure = (url: string) => url.startsWith('https:');

/** Prefix of the console's cookies. A `__Host-` cookie requires https. */
export const cookiePrefix = (url: string) => (isSecure(url) ? '__Host-console' : 'console');

/** Name of the session's cookie, as Better Auth builds it from the prefix. */
export const sessionCookie = (url: string) => `${cookiePrefix(url)}.session_token`;
