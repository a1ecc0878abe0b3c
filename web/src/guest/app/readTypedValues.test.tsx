import { expect, test } from 'vitest'
import { readTypedValues } from './readTypedValues'

test('reads input made before the script loaded, by field name', () => {
  document.body.innerHTML = `
    <main>
      <input name="name" value="">
      <input name="email" value="kept@example.com">
      <input value="no name">
      <select name="phonePrefix"><option value="+34" selected>España</option><option value="+351">Portugal</option></select>
      <select name="untouched"><option value="a" selected>a</option><option value="b">b</option></select>
      <input type="checkbox" name="sms">
      <input type="checkbox" name="whatsapp" checked>
      <input type="checkbox" name="byEmail" checked>
    </main>`
  const set = (selector: string, change: (control: HTMLInputElement) => void) => {
    change(document.querySelector(selector) as HTMLInputElement)
  }
  expect(readTypedValues(document.body)).toEqual({})
  set('[name=name]', (field) => {
    field.value = 'Ana'
  })
  set('[name=phonePrefix]', (field) => {
    field.value = '+351'
  })
  set('[name=sms]', (box) => box.click())
  set('[name=whatsapp]', (box) => box.click())
  expect(readTypedValues(document.body)).toEqual({
    name: 'Ana',
    phonePrefix: '+351',
    sms: 'on',
    whatsapp: '',
  })
})
