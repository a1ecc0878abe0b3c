/**
 * A text as people compare it, without case, accents, the Catalan middle dot and needless spaces, with a blank for an
 * apostrophe and the keyboard's hyphen: to tell whether two people wrote the same.
 */
export function fold(text: string): string {
  const letters = stripInvisible(text)
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const plain = letters
    .replace(/['‘’ʼʻ´`′]/g, ' ')
    .replace(/[·‧]/g, '')
    .replace(/\p{Pd}/gu, '-')
  return plain
    .replace(/[łøđıŀßæœ]/g, (letter) => foreign[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

const foreign: Record<string, string> = { ł: 'l', ŀ: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }

/** The text without what copying from other programs brings along and nobody sees: direction marks, blanks without width. */
export function stripInvisible(text: string): string {
  return text.replace(/[\u00ad\u061c\ufeff\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/g, '')
}
