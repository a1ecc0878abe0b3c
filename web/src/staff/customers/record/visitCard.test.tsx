import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
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
  async (kind, headline, other) => {
    server.respond('get', `${path}/progress`, owing(reward('HALF', 'r-HALF'), reward('FREE', 'r-FREE')))
    server.hold('post', `${path}/rewards/r-${kind}/redeem`)
    const { unmount } = await renderCard('BARBER')
    const button = async (headline: string, name: string) =>
      within(await screen.findByRole('region', { name: headline })).findByRole('button', { name })
    await userEvent.click(await button(headline, 'Canjear'))
    expect(await button(headline, 'Canjeando…')).toHaveAttribute('aria-busy', 'true')
    expect(await button(other, 'Canjear')).not.toHaveAttribute('aria-busy')
    unmount()

    const response = { reward: { ...reward(kind), status: 'REDEEMED' }, progress: progress() }
    server.respond('post', `${path}/rewards/r-${kind}/redeem`, response)
    await renderCard('BARBER')
    const redeem = await button(headline, 'Canjear')
    server.respond('get', `${path}/progress`, progress({ count: 7 }))
    await userEvent.click(redeem)
    expect(await screen.findByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
  },
)

test('after a redemption a second tap does not redeem the reward that takes the place of the first', async () => {
  const [half, free] = [reward('HALF', 'r-HALF'), reward('FREE', 'r-FREE')]
  server.respond('get', `${path}/progress`, owing(half, free))
  const delay = { set: (_milliseconds: number) => undefined as unknown }
  await renderScreen(<CardWithDelay delay={delay} />, 'BARBER')
  const first = await screen.findByRole('region', { name: '50 %' })
  act(() => void delay.set(3_600_000)) // a changed button stays disabled for the whole test
  const response = { reward: { ...half, status: 'REDEEMED' }, progress: owing(free) }
  server.respond('post', `${path}/rewards/r-HALF/redeem`, response)
  server.respond('get', `${path}/progress`, owing(free))
  await userEvent.click(within(first).getByRole('button', { name: 'Canjear' }))
  await waitFor(() => expect(first).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Canjear' })).toHaveAttribute('aria-disabled', 'true')
})

function CardWithDelay({ delay }: { delay: { set: (milliseconds: number) => unknown } }) {
  const [milliseconds, setMilliseconds] = useState(0)
  delay.set = setMilliseconds
  return (
    <ArmDelay value={milliseconds}>
      <VisitCard customer={customer()} business={business} last={null} onRegistered={() => undefined} />
    </ArmDelay>
  )
}

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
