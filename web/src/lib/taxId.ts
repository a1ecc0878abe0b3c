const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const companyLetters = 'JABCDEFGHI'

/** Validates the check character of a NIF or NIE. */
export function looksLikeTaxId(text: string): boolean {
  const id = text.toUpperCase().replace(/[\s.-]/g, '')
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(id)
  if (person) return isPerson(person[1] ?? '', person[2] ?? '', person[3] ?? '')
  const company = /^[ABCDEFGHJNPQRSUVW](\d{7})([0-9A-J])$/.exec(id)
  return company !== null && isCompany(company[1] ?? '', company[2] ?? '')
}

function isPerson(foreign: string, digits: string, letter: string): boolean {
  if (digits.length !== (foreign ? 7 : 8)) return false
  const number = Number(`${foreign ? 'XYZ'.indexOf(foreign) : ''}${digits}`)
  return personLetters[number % 23] === letter
}

/**
 * True for a company's NIF. Digits at odd places are doubled, and the digits of the result are added. The check
 * digit completes the sum to a multiple of ten.
 */
function isCompany(digits: string, last: string): boolean {
  const sum = [...digits].reduce((total, digit, place) => {
    const twice = Number(digit) * 2
    return total + (place % 2 === 0 ? Math.floor(twice / 10) + (twice % 10) : Number(digit))
  }, 0)
  const control = (10 - (sum % 10)) % 10
  return last === String(control) || last === companyLetters[control]
}
