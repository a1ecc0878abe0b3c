import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import type { Poster } from '@/api/types'
import { notify } from '@/kit/notify'
import { mailState, poster, walletState } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { ControlPanelScreen } from './ControlPanelScreen'

const server = mockServer()
const south = { id: 'b2', name: 'Sur', status: 'ACTIVE', createdAt: '2026-03-04T10:00:00Z' }

beforeEach(() => {
  server.respond('get', '/cp/backup', { at: null, old: true, nightly: false })
  server.respond('get', '/cp/mail', mailState)
  server.respond('get', '/cp/wallet', walletState)
  server.respond('get', '/cp/version', {
    version: '1.2.3',
    asks: false,
    newest: null,
    address: null,
    newer: false,
  })
  server.respond('get', '/cp/businesses', { items: [south], total: 1, nextCursor: null })
})

async function open(fields: Partial<Poster> = {}) {
  server.respond('get', '/business/poster', { ...poster, ...fields })
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  expect(session.get()?.businessId).toBe('b1')
  await userEvent.click(await screen.findByRole('button', { name: 'Cartel de Sur' }))
  return within(await screen.findByRole('dialog', { name: 'Cartel de Sur' }))
}

const queryOf = (path: string) => server.requests.find((call) => call.path === path)?.search.toString()
const download = /Descargar A6/

test('shows a preview of the poster', async () => {
  const dialog = await open()
  expect(await dialog.findByRole('img')).toHaveAccessibleName(/llevan a axioma\.test\/r\/k7m3xp/)
  expect(queryOf('/business/poster')).toBe('businessId=b2')
  expect(dialog.queryByText(/No lo imprimas/)).toBeNull()
})

test('warns of an address that customers cannot open', async () => {
  const dialog = await open({ reach: 'LOCAL', address: 'http://192.168.1.20:8080/r/k7m3xp' })
  expect(await dialog.findByText(/solo funciona en el local/)).toBeVisible()
})

test('downloads the poster on A6', async () => {
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
  server.respond('get', '/business/poster.pdf', 'pdf')
  const dialog = await open()
  await userEvent.click(dialog.getByRole('button', { name: download }))
  await waitFor(() => expect(downloads).toEqual(['cartel-b2.pdf']))
  expect(queryOf('/business/poster.pdf')).toBe('size=A6&businessId=b2')
})

test('a failed download shows an error', async () => {
  server.respond('get', '/business/poster.pdf', { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  const dialog = await open()
  const notifyError = vi.spyOn(notify, 'error')
  await userEvent.click(dialog.getByRole('button', { name: download }))
  await waitFor(() => expect(notifyError).toHaveBeenCalledWith('Ahora no.'))
})
