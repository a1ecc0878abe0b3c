/** Deletes all cookies of earlier tests, and those that a closing page writes. */
export function forgetCookies() {
  for (const pair of document.cookie.split('; ')) setCookie(`${pair.split('=')[0]}=; Max-Age=0`)
}

export function setCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other way.
  document.cookie = `${cookie}; Path=/`
}
