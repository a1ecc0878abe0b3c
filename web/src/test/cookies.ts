/** Deletes all cookies, also of earlier tests, and cookies that a page writes at its end. */
export function forgetCookies() {
  for (const pair of document.cookie.split('; ')) setCookie(`${pair.split('=')[0]}=; Max-Age=0`)
}

export function setCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way.
  document.cookie = `${cookie}; Path=/`
}
