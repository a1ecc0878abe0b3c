import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { business } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
// Loads the lazy screens before the tests.
import '../dashboard/DashboardScreen'
import './SettingsScreen'

const server = mockServer()

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/business/first-steps', {
    hidden: false,
    items: [{ step: 'LEGAL', done: false, marked: false }],
  })
})

test('a section that was opened from the first steps leads back to them', async () => {
  const router = openApp('/app', 'OWNER')
  await userEvent.click(await screen.findByRole('link', { name: 'Completa tus datos legales' }))
  expect(router.state.location.search).toEqual({ seccion: 'legal' })
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a los primeros pasos' }))
  expect(await screen.findByRole('region', { name: 'Para empezar' })).toBeVisible()
})

test('a section that was opened elsewhere has no link back', async () => {
  openApp('/app/settings?seccion=legal', 'OWNER')
  expect(await screen.findByRole('button', { name: 'Guardar cambios' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Volver a los primeros pasos' })).toBeNull()
})
