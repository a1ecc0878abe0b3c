/** Makes texts comparable: without case, accents, apostrophes, middle dots and extra spaces, with plain hyphens. */
export function fold(text: string): string {
  const letters = stripInvisible(text)
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const plainMarks = letters
    .replace(/['‘’ʼʻ´`′]/g, ' ')
    .replace(/[·‧]/g, '')
    .replace(/\p{Pd}/gu, '-')
  return plainMarks
    .replace(/[łøđıŀßæœ]/g, (letter) => foreign[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

const foreign: Record<string, string> = { ł: 'l', ŀ: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/** Removes characters such as the direction marks in copied text. */
export function stripInvisible(text: string): string {
  return text.replace(/[\u00ad\u061c\ufeff\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/g, '')
}
