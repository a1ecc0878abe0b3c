import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { visitCountCookie } from '@/acts/staff/outbox/visitCountCookie'
import { business } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { until } from '@/test/until'
import { OutboxBanner } from './OutboxBanner'

const server = mockServer()
const jar = visitCountCookie('b1')
const banner = () => screen.getByRole('status', { name: 'Visitas de este dispositivo' })
const at = (day: number, hour: number, minute: number) => new Date(2024, 2, day, hour, minute).getTime()

test.each([
  [
    { count: 3, since: at(5, 11, 2), until: at(5, 11, 20) },
    /ha borrado 3 visitas sin registrar: mar, 5 mar 2024, de 11:02 a 11:20\. Ya no sabe de quién eran/,
  ],
  [
    { count: 2, since: at(5, 19, 40), until: at(6, 9, 5) },
    /2 visitas sin registrar: desde mar, 5 mar 2024 a las 19:40 hasta mié, 6 mar 2024 a las 9:05\./,
  ],
  [
    { count: 1, since: at(5, 11, 2), until: at(5, 11, 2) },
    /una visita sin registrar: mar, 5 mar 2024 a las 11:02\. Ya no sabe de quién era\. Regístrala/,
  ],
])('shows how many visits the browser has evicted, and from when: %o', async (waiting, words) => {
  jar.write({ waiting, loss: null })
  await renderScreen(<OutboxBanner />)
  await until(() => expect(banner()).toHaveTextContent(words))
})

test('shows the time in the time zone of the business', async () => {
  server.respond('get', '/business', { ...business, timezone: 'America/Mexico_City' })
  const noon = Date.UTC(2024, 2, 5, 18, 2)
  jar.write({ waiting: { count: 1, since: noon, until: noon }, loss: null })
  await renderScreen(<OutboxBanner />)
  await until(() => expect(banner()).toHaveTextContent('mar, 5 mar 2024 a las 12:02'))
})

test('the notice stays until it is acknowledged in two steps, and does not appear again', async () => {
  const user = userEvent.setup()
  jar.write({ waiting: { count: 3, since: at(5, 11, 2), until: at(5, 11, 20) }, loss: null })
  const { unmount } = await renderScreen(<OutboxBanner />)
  await user.click(await screen.findByRole('button', { name: 'Quitar este aviso' }))
  await user.click(screen.getByRole('button', { name: 'No' }))
  unmount()

  await renderScreen(<OutboxBanner />)
  await user.click(await screen.findByRole('button', { name: 'Quitar este aviso' }))
  await user.click(screen.getByRole('button', { name: 'Sí, quitarlo' }))
  expect(within(banner()).queryByText(/ha borrado/)).toBeNull()
  expect(document.cookie).toBe('')
})
