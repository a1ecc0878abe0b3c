import { h } from 'preact'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRoot } from './preactRoot'

afterEach(() => {
  document.body.innerHTML = ''
})

test('hydration keeps the field and its focus, and corrects attributes', () => {
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

const renderedForm =
  '<form><div><input name="email"></div><div><input name="password" type="password"></div></form>'
/** The server rendered no notice before the fields. */
const withNotice = () =>
  h(
    'form',
    null,
    h('div', null, 'Tu sesión ha caducado'),
    h('div', null, h('input', { name: 'email' })),
    h('div', null, h('input', { name: 'password', type: 'password' })),
  )
const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement

test('a notice that is inserted moves no input into another field', () => {
  document.body.innerHTML = `<div id="root">${renderedForm}</div>`
  field('email').value = 'bea@x.test'
  field('password').value = 'tijeras'
  field('password').focus()
  field('password').setSelectionRange(3, 3)
  createRoot(document.getElementById('root') as HTMLElement).render(withNotice())
  expect([field('email').value, field('password').value]).toEqual(['bea@x.test', 'tijeras'])
  expect(document.activeElement).toBe(field('password'))
  expect(field('password').selectionStart).toBe(3)
})

test('a field that is inserted takes no input from another', () => {
  document.body.innerHTML = `<div id="root">${renderedForm}</div>`
  field('password').value = 'tijeras'
  createRoot(document.getElementById('root') as HTMLElement).render(withNotice())
  expect([field('email').value, field('password').value]).toEqual(['', 'tijeras'])
})

describe('a field with autoFocus', () => {
  const root = () => createRoot(document.getElementById('root') as HTMLElement)
  const first = () => h('p', null, 'First step')
  const second = () => h('form', null, h('input', { name: 'code', autoFocus: true }))

  beforeEach(() => {
    document.body.innerHTML = '<button id="elsewhere">Elsewhere</button><div id="root"></div>'
  })

  test('takes the focus each time it appears', () => {
    for (const _ of [1, 2]) {
      root().render(first())
      expect(document.activeElement).toBe(document.body)
      root().render(second())
      expect(document.activeElement).toBe(field('code'))
    }
  })

  test('takes no focus in a later render, and never from another element', () => {
    root().render(second())
    field('code').blur()
    root().render(second())
    expect(document.activeElement).toBe(document.body)
    root().render(first())
    document.getElementById('elsewhere')?.focus()
    root().render(second())
    expect(document.activeElement?.id).toBe('elsewhere')
  })
})
