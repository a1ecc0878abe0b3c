import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Poster } from '@/api/types'
import { poster } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { PosterPanel, PrintedName } from './PosterPanel'

const server = mockServer()

async function open(fields: Partial<Poster> = {}) {
  server.respond('get', '/business/poster', { ...poster, ...fields })
  await renderScreen(<PosterPanel />)
  return screen.findByRole('img')
}

test('the preview shows the poster with its address', async () => {
  const sheet = await open()
  expect(sheet).toHaveAccessibleName(/llevan a axioma\.test\/r\/k7m3xp/)
  expect(decodeURIComponent(sheet.getAttribute('src') ?? '')).toContain(poster.picture)
  expect(screen.getByText('axioma.test/r/k7m3xp')).toBeVisible()
  expect(screen.queryByText(/No lo imprimas/)).toBeNull()
})

test.each([
  ['LOCAL', 'http://192.168.1.20:8080/r/k7m3xp', /solo funciona en el local/],
  ['UNENCRYPTED', 'http://axioma.test/r/k7m3xp', /no es segura/],
] as const)(
  'warns against printing an address of the reach %s, with the reason and the person to ask',
  async (reach, address, why) => {
    await open({ reach, address })
    expect(screen.getByText(why)).toBeVisible()
    expect(screen.getByText(/Pide a quien instaló Axioma/)).toBeVisible()
    expect(screen.getByText(address.replace('http://', ''))).toBeVisible()
  },
)

test('a name that cannot be printed whole shows the missing characters', async () => {
  await open({ unprintable: '理髪店' })
  expect(screen.getByText('El cartel no puede llevar el nombre entero')).toBeVisible()
  expect(screen.getByText('理 髪 店')).toBeVisible()
})

test('the field of the name has the same warning', async () => {
  server.respond('get', '/business/poster', { ...poster, unprintable: '店' })
  await renderScreen(<PrintedName />)
  expect(await screen.findByText('El cartel no puede llevar el nombre entero')).toBeVisible()
})

test('a preview that fails to load can be retried, and the poster can still be downloaded', async () => {
  server.respond('get', '/business/poster', {}, 400)
  await renderScreen(<PosterPanel />)
  expect(await screen.findByText('No se pudo mostrar el cartel.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Descargar A4/ })).toBeEnabled()
  server.respond('get', '/business/poster', poster)
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('img')).toBeVisible()
})
