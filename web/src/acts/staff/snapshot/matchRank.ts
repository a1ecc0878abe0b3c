/**
 * Ranks how well a name matches a search; both are folded. 0 is the best: the name starts with the search.
 * 1: every word of the search begins a word of the name. 2: every word is contained in the name. Null: no match.
 * The server uses the same ranks (internal/store/testdata/name_searches.json).
 */
export function matchRank(name: string, search: string): number | null {
  if (name.startsWith(search)) return 0
  const different = [...new Set(search.split(' '))]
  const words = different.length > 1 ? different : [search]
  const missing = words.filter((word) => !name.includes(word))
  if (missing.length > 0 && !isInitialOf(name, words, missing)) return null
  const present = words.filter((word) => !missing.includes(word))
  return present.every((word) => beginsWordOf(name, word)) ? 1 : 2
}

/** True if a name with an initial, such as 'Ana R.', matches a typed surname with that initial. */
function isInitialOf(name: string, words: string[], [surname = '', ...others]: string[]): boolean {
  const initial = /^.+ (\p{L})\.$/u.exec(name)?.[1]
  return words.length > 1 && others.length === 0 && initial !== undefined && surname.startsWith(initial)
}

function beginsWordOf(name: string, word: string): boolean {
  return name.startsWith(word) || [...betweenWords].some((mark) => name.includes(mark + word))
}

const betweenWords = " -'("
