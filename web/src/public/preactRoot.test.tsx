import { h } from 'preact'
import { expect, test } from 'vitest'
import { createRoot } from './preactRoot'

test('what the server has drawn is taken over: the field stays, with the focus, and attributes are put right', () => {
  document.body.innerHTML =
    '<div id="root"><form><p class="old">Falta</p><input name="name"><button disabled>Crear</button></form></div>'
  const root = document.getElementById('root') as HTMLElement
  const field = document.querySelector('input') as HTMLInputElement
  field.focus()
  field.value = 'Ana'
  createRoot(root).render(
    h(
      'form',
      null,
      h('p', { class: 'new' }, 'Listo'),
      h('input', { name: 'name', value: 'Ana' }),
      h('button', null, 'Crear'),
    ),
  )
  expect(document.querySelector('input')).toBe(field)
  expect(document.activeElement).toBe(field)
  expect(root.innerHTML).toBe(
    '<form><p class="new">Listo</p><input name="name"><button>Crear</button></form>',
  )
})
