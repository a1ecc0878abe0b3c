import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { business, customer, owing, progress, reward } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { VisitCard } from './VisitCard'

const server = mockServer()
const path = '/customers/ana0123456789'

const renderCard = (role: Role = 'OWNER') =>
  renderScreen(
    <VisitCard customer={customer()} business={business} last={null} onRegistered={() => undefined} />,
    role,
  )

// Spec: states-7
test('the card keeps its space while it loads', async () => {
  server.hold('get', `${path}/progress`)
  await renderCard()
  const card = screen.getByRole('region', { name: 'Tarjeta de sellos' })
  expect(card.querySelector('.animate-pulse')).not.toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

// Spec: states-7
test.each([
  [false, ['Añadir visita']],
  [true, ['Registrar otra visita hoy', 'Sí, registrarla']],
])('shows that a visit is being registered, with a visit today: %j', async (visitedToday, names) => {
  server.respond('get', `${path}/progress`, progress({ visitedToday }))
  server.hold('post', `${path}/visits`)
  await renderCard()
  for (const name of names) await userEvent.click(await screen.findByRole('button', { name }))
  expect(await screen.findByRole('button', { name: 'Registrando…' })).toHaveAttribute('aria-busy', 'true')
})

// Spec: states-7, states-11
test.each([
  ['HALF', '50 %', 'GRATIS'],
  ['FREE', 'GRATIS', '50 %'],
] as const)(
  'a %s reward is redeemed separately, and the card is fetched again',
  async (kind, redeemed, other) => {
    server.respond('get', `${path}/progress`, owing(reward('HALF', 'r-HALF'), reward('FREE', 'r-FREE')))
    server.hold('post', `${path}/rewards/r-${kind}/redeem`)
    const { unmount } = await renderCard('BARBER')
    const button = async (headline: string, name: string) =>
      within(await screen.findByRole('region', { name: headline })).findByRole('button', { name })
    await userEvent.click(await button(redeemed, 'Canjear'))
    expect(await button(redeemed, 'Canjeando…')).toHaveAttribute('aria-busy', 'true')
    expect(await button(other, 'Canjear')).not.toHaveAttribute('aria-busy')
    unmount()

    const answered = { reward: { ...reward(kind), status: 'REDEEMED' }, progress: progress() }
    server.respond('post', `${path}/rewards/r-${kind}/redeem`, answered)
    await renderCard('BARBER')
    const redeem = await button(redeemed, 'Canjear')
    server.respond('get', `${path}/progress`, progress({ count: 7 }))
    await userEvent.click(redeem)
    expect(await screen.findByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
  },
)

test('a reward that was redeemed although no response arrived is shown as redeemed, not as a failure', async () => {
  server.respond('get', `${path}/progress`, owing(reward('HALF', 'r-HALF')))
  server.fail('post', `${path}/rewards/r-HALF/redeem`)
  await renderCard('BARBER')
  const redeem = await screen.findByRole('button', { name: 'Canjear' })
  server.respond('get', `${path}/progress`, progress({ count: 7 }))
  await userEvent.click(redeem)
  expect(
    await screen.findByText('Esta recompensa ya se canjeó o se anuló. La tarjeta está al día.'),
  ).toBeVisible()
  expect(screen.queryByText('No se pudo canjear la recompensa.')).toBeNull()
})

test('a redemption without a response can be repeated', async () => {
  server.respond('get', `${path}/progress`, owing(reward('HALF', 'r-HALF')))
  server.fail('post', `${path}/rewards/r-HALF/redeem`)
  await renderCard('BARBER')
  await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
  expect(await screen.findByText(/Si pulsas otra vez, no se canjeará dos veces\./)).toBeVisible()
  expect(screen.getByText('No llegó la respuesta. Puede que ya esté hecho.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Canjear' })).toBeVisible()
})

// Spec: checkin-16
test('a second reward on one day asks for confirmation and names the first', async () => {
  const warning = 'Hoy ya se le ha canjeado: servicio gratis (12:40, Luis).'
  const half = reward('HALF', 'r-HALF')
  server.respond('get', `${path}/progress`, owing(half))
  server.respond(
    'post',
    `${path}/rewards/r-HALF/redeem`,
    { code: 'REWARD_GIVEN_TODAY', message: warning },
    409,
  )
  await renderCard('BARBER')
  await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
  const question = await screen.findByRole('group', { name: warning })
  server.respond('post', `${path}/rewards/r-HALF/redeem`, {
    reward: { ...half, status: 'REDEEMED' },
    progress: progress(),
  })
  server.respond('get', `${path}/progress`, progress({ count: 7 }))
  await userEvent.click(within(question).getByRole('button', { name: 'Sí, canjear' }))
  expect(await screen.findByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
})
