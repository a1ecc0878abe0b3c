const signs = ['✅', '⚠️', '❌'] as const

export type Sign = (typeof signs)[number]

/** Takes the sign of its tone off the beginning of a sentence. */
export function takeSign(text: string): { sign: Sign | null; words: string } {
  const sign = signs.find((start) => text.startsWith(start)) ?? null
  return { sign, words: text.slice(sign?.length ?? 0).trimStart() }
}
