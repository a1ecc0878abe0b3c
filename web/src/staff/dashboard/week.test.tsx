import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockDashboardServer } from '@/test/dashboard'
import { renderScreen } from '@/test/renderScreen'
import { DashboardScreen } from './DashboardScreen'
import { attendance, daysAgo, lostCustomers, quiet } from './examples'

const server = mockDashboardServer()

describe('the week', () => {
  const panel = async (question: string) => {
    await waitFor(() => expect(document.querySelector('[class*=animate-pulse]')).toBeNull())
    return screen.getByRole('region', { name: question })
  }

  test('shows the visits and the change from the week before', async () => {
    server.respond('get', '/business/week', {
      ...quiet,
      today: attendance(6, 6, 1),
      givenToday: 2,
      this: attendance(42, 31, 3),
      before: { ...attendance(38, 30, 0), from: '2026-11-09', to: '2026-11-14' },
      rolling: { ...quiet.rolling, visits: 160 },
      rollingBefore: { ...quiet.rollingBefore, visits: 164 },
    })
    await renderScreen(<DashboardScreen />)
    const answer = await panel('¿Cuántos vinieron?')
    expect(answer).toHaveTextContent(
      'Últimos 28 días160visitas4 menos que del 27 de septiembre al 24 de octubre',
    )
    expect(answer).toHaveTextContent('Hoy6visitas, 1 cliente nuevo2 recompensas canjeadas')
    expect(answer).toHaveTextContent('Esta semana42visitas de 31 clientes, 3 nuevos')
    expect(answer).toHaveTextContent(
      'Del 16 al 21 de noviembre, comparado con los días del 9 al 14 de noviembre de 2026: antes 38 visitas, ahora 4 más. Hoy aún no ha terminado.',
    )
    expect(within(answer).getByRole('link', { name: 'Ver el informe' })).toHaveAttribute(
      'href',
      '/app/reports/services',
    )
  })

  test('says how many new customers come back, with links to both reports', async () => {
    server.respond('get', '/reports/returns', {
      returned: { part: 47, total: 59, percent: 80 },
      months: [],
    })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Vuelven los clientes nuevos?'))
    expect(
      await answer.findByText(
        'De cada 100 clientes nuevos, 80 vuelven en los 90 días siguientes (47 de 59).',
      ),
    ).toBeVisible()
    expect(answer.getByRole('link', { name: 'Ver más' })).toHaveAttribute('href', '/app/informes/vuelven')
    expect(answer.getByRole('link', { name: '¿Funciona la tarjeta?' })).toHaveAttribute(
      'href',
      '/app/informes/tarjeta',
    )
  })

  test('shows what is owed', async () => {
    server.respond('get', '/business/week', {
      ...quiet,
      owed: { free: 1, half: 2, customers: 2, value: 3600 },
    })
    await renderScreen(<DashboardScreen />)
    const answer = await panel('¿Qué se debe?')
    expect(answer).toHaveTextContent('3recompensas pendientes de 2 clientes')
    expect(answer).toHaveTextContent('1 servicio gratis y 2 servicios al 50 %.')
    expect(answer).toHaveTextContent(/Unos 36\s€ a tu precio medio/)
    expect(within(answer).getByRole('link', { name: /^Ver a quién/ })).toHaveAttribute(
      'href',
      '/app/customers/list?owed=true&sort=owed',
    )
  })

  test('asks for the mean ticket while the euros are unknown', async () => {
    server.respond('get', '/business/week', { ...quiet, owed: { free: 1, half: 0, customers: 1 } })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Qué se debe?'))
    expect(answer.getByRole('link', { name: '¿Cuánto es en euros?' })).toHaveAttribute(
      'href',
      '/app/informes/debo',
    )
  })

  test('names the lost customers and links to all of them', async () => {
    const items = [lostCustomers(1, null), ...[2, 3, 4, 5, 6, 7].map((count) => lostCustomers(count))]
    server.respond('get', '/business/week', { ...quiet, lost: { total: 9, items } })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    expect(answer.getByText('9')).toBeVisible()
    expect(answer.getAllByText('Hace 52 días; solía venir cada 14 días')).toHaveLength(5)
    expect(answer.getByRole('link', { name: 'Ver los 9' })).toHaveAttribute('href', '/app/informes/falta')
  })

  test('offers a greeting only where it is allowed, and records it', async () => {
    const items = [
      lostCustomers(1),
      { ...lostCustomers(2), greeting: 'NO_CONSENT' },
      { ...lostCustomers(3), greeting: 'INVITED', greetedAt: daysAgo(3) },
      { ...lostCustomers(4), greeting: 'NO_PHONE', phone: null },
      { ...lostCustomers(5), greeting: 'HELD_BACK' },
    ]
    server.respond('get', '/business/week', { ...quiet, lost: { total: 5, items } })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    expect(answer.getAllByRole('link', { name: /^Escribir a/ })).toHaveLength(1)
    expect(answer.getByText(/^Ya le has escrito hace 3 días; espera 30 días$/)).toBeVisible()
    expect(answer.getByText('Sin escribir: no ha aceptado publicidad')).toBeVisible()
    expect(answer.getByText('Sin escribir: no tiene teléfono')).toBeVisible()
    expect(answer.getByText('Sin escribir: este trimestre queda aparte para comparar')).toBeVisible()
    const greet = answer.getByRole('link', { name: 'Escribir a Luis Peña 1 por WhatsApp' })
    expect(decodeURIComponent(greet.getAttribute('href') ?? '')).toContain(
      'wa.me/34612345678?text=Hola, Luis. Te escribimos de Barbería Uno',
    )
    server.respond('post', '/customers/lost-1/greeting', {})
    greet.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(greet)
    await waitFor(() => expect(answer.queryByRole('link', { name: /^Escribir a/ })).toBeNull())
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({ invites: true })
  })

  test('undoes a greeting that was not sent', async () => {
    const until = daysAgo(-1)
    const greetedAt = daysAgo(0)
    const greetedCustomer = {
      ...lostCustomers(1),
      greeting: 'INVITED',
      greetedAt,
      greetingUndoableUntil: until,
    }
    server.respond('get', '/business/week', { ...quiet, lost: { total: 1, items: [greetedCustomer] } })
    server.respond('delete', '/customers/lost-1/greeting', {})
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    expect(answer.getByRole('status')).toHaveTextContent(/^Escrito hoyNo lo envié/)
    expect(answer.getAllByText(/^Escrito/)).toHaveLength(1)
    server.respond('get', '/business/week', { ...quiet, lost: { total: 1, items: [lostCustomers(1)] } })
    await userEvent.click(answer.getByRole('button', { name: 'No lo envié: Luis Peña 1' }))
    const greet = await answer.findByRole('link', { name: 'Escribir a Luis Peña 1 por WhatsApp' })
    await waitFor(() => expect(greet).toHaveFocus())
    expect(server.requests.find(({ method }) => method === 'DELETE')?.search.get('at')).toBe(greetedAt)
  })

  test('links to the customers without a visit for 60 days, with their number', async () => {
    server.respond('get', '/customers', { items: [], total: 143, nextCursor: null })
    await renderScreen(<DashboardScreen />)
    const answer = within(await panel('¿Quién ha dejado de venir?'))
    const way = await answer.findByRole('link', {
      name: '143 clientes llevan 60 días o más sin venir, también los ocasionales',
    })
    expect(way.getAttribute('href')).toContain('notSeenFor=60')
    const request = server.requests.find(
      ({ path, search }) => path === '/customers' && search.has('notSeenFor'),
    )
    expect(request?.search.get('limit')).toBe('1')
  })

  test('shows the overrides of each user', async () => {
    const people = [{ userId: 'u1', name: 'Bea', authorized: 2, deleted: 1 }]
    server.respond('get', '/business/week', { ...quiet, overrides: people })
    await renderScreen(<DashboardScreen />)
    const row = within(await panel('¿Qué autorizó o eliminó el equipo?')).getAllByRole(
      'row',
    )[1] as HTMLElement
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Bea', '2', '1'])
  })

  test('shows a text when nothing happened', async () => {
    await renderScreen(<DashboardScreen />)
    expect(await panel('¿Qué se debe?')).toHaveTextContent('Nada: no hay recompensas sin canjear.')
    expect(await panel('¿Quién ha dejado de venir?')).toHaveTextContent('Nadie')
    expect(await panel('¿Qué autorizó o eliminó el equipo?')).toHaveTextContent('nadie autorizó')
    expect(await panel('¿Cuántos vinieron?')).not.toHaveTextContent('comparado')
  })

  test('can be loaded again after a failure', async () => {
    server.respond('get', '/business/week', {}, 418)
    await renderScreen(<DashboardScreen />)
    expect(await screen.findByText('No se pudo cargar la semana.')).toBeVisible()
    server.respond('get', '/business/week', quiet)
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Nada: no hay recompensas sin canjear.')).toBeVisible()
  })
})
