const personal = {
  'a phone': /\+\d{9,15}\b|\b[679]\d{8}\b/,
  'an e-mail address': /[\w.%+-]+@[\w-]+(\.[\w-]+)+/,
  'a code': /="?\d{6}"?(?=\s|$)/,
  'a token': /\beyJ[\w-]{8,}\.[\w-]+|\bBearer\s+\S/i,
  'a value that the log redacted': /\(hidden\)/,
}

export function expectNoPersonalData(log: string): void {
  const names = log.split('\n').flatMap((line) =>
    Object.entries(personal)
      .filter(([, looks]) => looks.test(line))
      .map(([what]) => `${what}: ${line}`),
  )
  if (names.length > 0) throw new Error(`The server's log tells of people:\n${names.join('\n')}`)
}
