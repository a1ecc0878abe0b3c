import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RewardKind } from '@/api/types'
import {
  ana,
  box,
  handlers,
  luis,
  mockCounterServer,
  panel,
  qr,
  refusal,
  renderCounter,
  reward,
  scan,
  sentTo,
  visit,
} from '@/test/counter'
import { progress } from '@/test/examples'
import { gate } from '@/test/gate'
import { sentence } from '@/test/sentence'
import { flushEffects } from '@/test/waitForResponses'
import { UndoButton } from './UndoButton'

mockCounterServer()

/** Clicks twice before a rendering, as a double click on a slow device. */
const doubleClick = (button: HTMLElement) =>
  act(() => {
    button.click()
    button.click()
  })

const redeemedReward = (kind: RewardKind) => ({ ...reward(kind), status: 'REDEEMED' })

describe('a mistaken visit', () => {
  beforeEach(() => {
    handlers[`POST /visits/visit-of-${ana}/undo`] = () => ({ ok: true, progress: progress() })
  })

  // Spec: checkin-14
  test('is undone beside its message, and the card is restored', async () => {
    handlers[`POST /customers/${ana}/visits`] = () => visit({ count: 5 })
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByRole('img', { name: '5 de 10 visitas' })).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer la visita de Ana Gómez' }))
    expect(
      await screen.findByText(sentence('Visita de Ana Gómez deshecha. La tarjeta está como antes.')),
    ).toBeVisible()
    expect(await screen.findByRole('img', { name: '4 de 10 visitas' })).toBeVisible()
    expect(screen.queryByText('Visita registrada')).toBeNull()
    expect(box()).toHaveFocus()
  })

  test('is undone once by a double click', async () => {
    renderCounter()
    scan(qr(ana))
    doubleClick(await screen.findByRole('button', { name: 'Deshacer la visita de Ana Gómez' }))
    expect(await screen.findByText(sentence(/Visita de Ana Gómez deshecha/))).toBeVisible()
    expect(sentTo(`POST /visits/visit-of-${ana}/undo`)).toHaveLength(1)
  })

  test('of the former customer can still be undone', async () => {
    renderCounter()
    scan(qr(ana))
    await screen.findByRole('heading', { name: 'Ana Gómez' })
    scan(qr(luis))
    await screen.findByRole('heading', { name: 'Luis Tejada' })
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer la visita de Ana Gómez' }))
    await waitFor(() => expect(sentTo(`POST /visits/visit-of-${ana}/undo`)).toHaveLength(1))
    expect(screen.getByRole('heading', { name: 'Luis Tejada' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Últimos clientes' })).toBeNull())
  })

  // Spec: checkin-14
  test('can be undone for ten seconds', () => {
    vi.useFakeTimers()
    const label = 'Deshacer la visita de Ana Gómez'
    render(<UndoButton label={label} since={Date.now()} onUndo={async () => undefined} />)
    const undo = () => screen.queryByRole('button', { name: 'Deshacer la visita de Ana Gómez' })
    act(() => vi.advanceTimersByTime(9_999))
    expect(undo()).toBeVisible()
    act(() => vi.advanceTimersByTime(1))
    expect(undo()).toBeNull()
  })

  test.each([
    [
      'counts as undone when a retry after a lost response no longer finds it',
      404,
      'VISIT_NOT_FOUND',
      'Visita de Ana Gómez deshecha',
    ],
    ['that can no longer be undone says why', 409, 'UNDO_TOO_LATE', 'Ya no se puede deshacer.'],
  ])('%s', async (_name, status, code, words) => {
    const answers = [refusal(502, 'HTTP_502'), refusal(status, code, 'Ya no se puede deshacer.')]
    handlers[`POST /visits/visit-of-${ana}/undo`] = () => answers.shift() as Response
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer la visita de Ana Gómez' }))
    expect(await screen.findByText(sentence(new RegExp(words)))).toBeVisible()
  })
})

describe('an owed reward', () => {
  const owing = (...kinds: RewardKind[]) => {
    handlers[`POST /customers/${ana}/visits`] = () => visit({ count: 5, rewards: kinds.map(reward) })
  }

  test('is shown with its button, and colours the panel', async () => {
    owing('WELCOME', 'HALF', 'FREE')
    renderCounter()
    scan(qr(ana))
    expect(await screen.findByRole('region', { name: 'GRATIS' })).toBeVisible()
    expect(screen.getByRole('region', { name: '50 %' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Descuento de bienvenida' })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Canjear' })).toHaveLength(3)
    expect(panel()).toHaveAttribute('data-tone', 'owed')
  })

  // Spec: states-11
  test('is redeemed by one click and no longer offered', async () => {
    owing('HALF')
    handlers[`POST /customers/${ana}/rewards/reward-HALF/redeem`] = () => ({
      reward: redeemedReward('HALF'),
      progress: progress({ count: 5 }),
    })
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    expect(await screen.findByText('Canjeado: 50 % de descuento')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Canjear' })).toBeNull()
    expect(panel()).toHaveAttribute('data-tone', 'success')
    expect(sentTo(`POST /customers/${ana}/rewards/reward-HALF/redeem`)[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(box()).toHaveFocus()
  })

  test('is redeemed once by a double click', async () => {
    owing('HALF')
    const redeem = `POST /customers/${ana}/rewards/reward-HALF/redeem`
    handlers[redeem] = () => ({ reward: redeemedReward('HALF'), progress: progress({ count: 5 }) })
    renderCounter()
    scan(qr(ana))
    doubleClick(await screen.findByRole('button', { name: 'Canjear' }))
    expect(await screen.findByText('Canjeado: 50 % de descuento')).toBeVisible()
    expect(sentTo(redeem)).toHaveLength(1)
  })

  // Spec: states-11
  test('is redeemed, and the card is fetched when the response has none', async () => {
    owing('HALF')
    handlers[`POST /customers/${ana}/rewards/reward-HALF/redeem`] = () => {
      handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 7 })
      return { reward: redeemedReward('HALF') }
    }
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    expect(await screen.findByRole('img', { name: '7 de 10 visitas' })).toBeVisible()
  })

  // Spec: checkin-16
  test('needs a confirmation when another was redeemed in the same service', async () => {
    owing('FREE', 'HALF')
    const half = `POST /customers/${ana}/rewards/reward-HALF/redeem`
    const progressAfter = progress({ count: 5, rewards: [reward('HALF')] })
    handlers[`GET /customers/${ana}/progress`] = () => progressAfter
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () => ({
      reward: redeemedReward('FREE'),
      progress: progressAfter,
    })
    handlers[half] = () => ({ reward: redeemedReward('HALF'), progress: progress() })
    renderCounter()
    scan(qr(ana))
    const free = await screen.findByRole('region', { name: 'GRATIS' })
    await userEvent.click(within(free).getByRole('button', { name: 'Canjear' }))
    const also = await screen.findByRole('button', { name: 'Canjear también' })
    await userEvent.click(also)
    const question = screen.getByRole('group', { name: 'Acabas de canjear: servicio gratis.' })
    expect(screen.getByRole('button', { name: 'Deshacer el canje: servicio gratis' })).toBeVisible()
    await userEvent.click(within(question).getByRole('button', { name: 'No' }))
    expect(sentTo(half)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Canjear también' }))
    await userEvent.click(screen.getByRole('button', { name: 'Sí, canjear' }))
    expect(await screen.findByText('Canjeado: 50 % de descuento')).toBeVisible()
    expect(sentTo(half)).toHaveLength(1)
  })

  // Spec: checkin-16
  test('asks first when another one was redeemed elsewhere today, and names it', async () => {
    owing('HALF')
    handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5, rewards: [reward('HALF')] })
    const call = `POST /customers/${ana}/rewards/reward-HALF/redeem`
    const warning = 'Hoy ya se le ha canjeado: servicio gratis (12:40, Luis).'
    const answers = [refusal(409, 'REWARD_GIVEN_TODAY', warning)]
    handlers[call] = () => answers.shift() ?? { reward: redeemedReward('HALF'), progress: progress() }
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    const question = await screen.findByRole('group', { name: warning })
    await userEvent.click(within(question).getByRole('button', { name: 'Sí, canjear' }))
    expect(await screen.findByText('Canjeado: 50 % de descuento')).toBeVisible()
    const [first, second] = sentTo(call)
    expect(second?.key).not.toBe(first?.key)
    expect([first?.query, second?.query]).toEqual(['?firstToday=true', ''])
  })

  test('excludes the welcome discount after another redemption', async () => {
    owing('FREE', 'WELCOME')
    const progressAfter = progress({ count: 5, rewards: [reward('WELCOME')] })
    handlers[`GET /customers/${ana}/progress`] = () => progressAfter
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () => ({
      reward: redeemedReward('FREE'),
      progress: progressAfter,
    })
    renderCounter()
    scan(qr(ana))
    const free = await screen.findByRole('region', { name: 'GRATIS' })
    await userEvent.click(within(free).getByRole('button', { name: 'Canjear' }))
    await screen.findByText('Canjeado: servicio gratis')
    const welcome = screen.getByRole('region', { name: 'Descuento de bienvenida' })
    expect(within(welcome).queryByRole('button')).toBeNull()
    expect(welcome).toHaveTextContent('no se combina con otra recompensa el mismo día')
  })

  test('that cannot be combined shows the reason and is still owed', async () => {
    owing('HALF', 'WELCOME')
    handlers[`GET /customers/${ana}/progress`] = () =>
      progress({ count: 5, rewards: [reward('HALF'), reward('WELCOME')] })
    handlers[`POST /customers/${ana}/rewards/reward-WELCOME/redeem`] = () =>
      refusal(409, 'WELCOME_NOT_COMBINABLE')
    renderCounter()
    scan(qr(ana))
    const welcome = await screen.findByRole('region', { name: 'Descuento de bienvenida' })
    await userEvent.click(within(welcome).getByRole('button', { name: 'Canjear' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'no se combina con otra recompensa el mismo día',
    )
    expect(screen.getAllByRole('button', { name: 'Canjear' })).toHaveLength(2)
  })

  test('keeps its key in a retry without a response', async () => {
    owing('FREE')
    const answers = [refusal(503, 'BUSY'), refusal(503, 'BUSY')]
    handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5, rewards: [reward('FREE')] })
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () =>
      answers.shift() ?? { reward: redeemedReward('FREE'), progress: progress() }
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    await screen.findByRole('alert')
    await userEvent.click(screen.getByRole('button', { name: 'Canjear' }))
    await screen.findByText('Canjeado: servicio gratis')
    const keys = sentTo(`POST /customers/${ana}/rewards/reward-FREE/redeem`).map(({ key }) => key)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('that was redeemed although no response arrived is shown as redeemed, not as a failure', async () => {
    owing('FREE')
    handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5, rewards: [] })
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () => refusal(503, 'BUSY')
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    expect(await screen.findByText(sentence(/Esta recompensa ya se canjeó/))).toBeVisible()
    expect(screen.queryByText(/No se pudo canjear/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Canjear' })).toBeNull()
  })

  test('gets a new key after a refusal, since it may succeed tomorrow', async () => {
    owing('WELCOME')
    handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5, rewards: [reward('WELCOME')] })
    const answers = [refusal(409, 'WELCOME_NOT_COMBINABLE')]
    handlers[`POST /customers/${ana}/rewards/reward-WELCOME/redeem`] = () =>
      answers.shift() ?? { reward: redeemedReward('WELCOME'), progress: progress() }
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    await screen.findByRole('alert')
    await userEvent.click(screen.getByRole('button', { name: 'Canjear' }))
    await screen.findByText('Canjeado: descuento de bienvenida')
    const [first, second] = sentTo(`POST /customers/${ana}/rewards/reward-WELCOME/redeem`)
    expect(second?.key).not.toBe(first?.key)
  })

  test('whose redemption was taken back since the first attempt is still owed, with a message', async () => {
    owing('FREE')
    handlers[`GET /customers/${ana}/progress`] = () => progress({ count: 5, rewards: [reward('FREE')] })
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () => ({
      reward: reward('FREE'),
      progress: progress({ count: 5, rewards: [reward('FREE')] }),
      replayed: true,
    })
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    expect(await screen.findByText(/Ese canje ya se hizo y después se anuló/)).toBeVisible()
    expect(screen.queryByText('Canjeado: servicio gratis')).toBeNull()
    expect(screen.getByRole('button', { name: 'Canjear' })).toBeVisible()
  })

  test('redeemed while the next visit is being sent names the right customer', async () => {
    owing('FREE')
    const redemption = gate()
    handlers[`POST /customers/${ana}/rewards/reward-FREE/redeem`] = () =>
      redemption.whenOpen.then(() => ({ reward: redeemedReward('FREE'), progress: progress() }))
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    await waitFor(() => expect(sentTo(`POST /customers/${ana}/rewards/reward-FREE/redeem`)).toHaveLength(1))
    scan(qr(luis))
    await screen.findByRole('heading', { name: 'Luis Tejada' })
    await act(async () => redemption.open())
    expect(await screen.findByText('Canjeado a Ana Gómez: servicio gratis')).toBeVisible()
    expect(panel()).toHaveTextContent('Visita registrada')
  })

  test('whose response arrives together with the next visit names the right customer', async () => {
    owing('FREE')
    const [redeem, next] = [
      `POST /customers/${ana}/rewards/reward-FREE/redeem`,
      `POST /customers/${luis}/visits`,
    ]
    const [redemption, registration] = [gate(), gate()]
    handlers[redeem] = () =>
      redemption.whenOpen.then(() => ({ reward: redeemedReward('FREE'), progress: progress() }))
    handlers[next] = () => registration.whenOpen.then(() => visit({ count: 2 }, 'Luis Tejada', luis))
    renderCounter()
    scan(qr(ana))
    await userEvent.click(await screen.findByRole('button', { name: 'Canjear' }))
    scan(qr(luis))
    await waitFor(() => expect([...sentTo(redeem), ...sentTo(next)]).toHaveLength(2))
    // React renders once, after both responses have arrived.
    await act(async () => {
      registration.open()
      await flushEffects()
      redemption.open()
      await flushEffects()
    })
    expect(await screen.findByText('Canjeado a Ana Gómez: servicio gratis')).toBeVisible()
    expect(panel()).toHaveTextContent('Visita registrada')
  })
})
