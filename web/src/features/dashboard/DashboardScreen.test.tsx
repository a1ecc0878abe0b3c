import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { standIn } from '@/test/server'
import { DashboardScreen } from './DashboardScreen'
import { firstWord } from './welcome'

const server = standIn()
const status = { enabled: true, from: '+34600111222', rpm: 20, dailyCap: 1200, monthlyCap: 30000 }
const user = (id: string, disabled = false) => ({
  id,
  name: id,
  email: `${id}@x.test`,
  role: 'BARBER',
  disabled,
})

beforeEach(() => {
  server.says('get', '/business', { name: 'Barbería Uno' })
  server.says('get', '/customers', { items: [], total: 1312, nextCursor: null })
  server.says('get', '/users', { items: [user('Bea'), user('Leo'), user('Max', true)], total: 3 })
  server.says('options', '/customers/wa/status', null, 204)
  server.says('get', '/customers/wa/status', status)
})

test.each([
  ['Ana López', 'a@x.test', 'Ana'],
  ['  Ana  ', 'a@x.test', 'Ana'],
  [undefined, 'ana.lopez@x.test', 'ana.lopez'],
  ['', 'ana@x.test', 'ana'],
])('%j with %j is called %j', (name, email, word) => {
  expect(firstWord(name, email)).toBe(word)
})

test('welcomes by the first word of the name and leads to the daily things', async () => {
  await renderScreen(<DashboardScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeVisible()
  const href = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href(/Escanear o buscar/)).toBe('/staff/checkin')
  expect(href('Lista de clientes')).toBe('/app/customers/list')
  expect(href('Crear cliente')).toBe('/app/customers/new')
  expect(href('Herramientas del negocio')).toBe('/app/admin')
  expect(href('Gestionar equipo')).toBe('/app/users')
})

test('counts the customers, and those of the team who can sign in', async () => {
  await renderScreen(<DashboardScreen />)
  expect(await screen.findByText('1312')).toBeVisible()
  const team = (await screen.findByText(/personas pueden entrar/)).closest('section')
  expect(team).toHaveTextContent('2 personas pueden entrar')
  expect(team).not.toHaveTextContent('Max')
})

test('what cannot be loaded says so, and can be asked for again', async () => {
  server.says('get', '/users', {}, 400)
  server.says('get', '/customers', {}, 400)
  await renderScreen(<DashboardScreen />)
  expect(await screen.findByText('No se pudo cargar usuarios.')).toBeVisible()
  expect(await screen.findByText('Error cargando clientes')).toBeVisible()
  server.says('get', '/users', [user('Bea')])
  await userEvent.click(screen.getAllByRole('button', { name: 'Reintentar' })[1] as HTMLElement)
  expect(await screen.findByText('persona puede entrar')).toBeVisible()
})

describe('the WhatsApp card', () => {
  const card = async (badge: string) => (await screen.findByText(badge)).closest('section') as HTMLElement

  test('says that it is on its way, then Activo and the figures', async () => {
    await renderScreen(<DashboardScreen />)
    expect(screen.getByText('Cargando')).toBeVisible()
    const words = await card('Activo')
    expect(words).toHaveTextContent('Remitente+34 600 11 12 22')
    expect(words).toHaveTextContent('Límite diario1200')
    expect(words).toHaveTextContent('Envíos por minuto20')
    expect(words).toHaveTextContent('Límite mensual30.000')
    expect(words).not.toHaveTextContent('Créditos')
  })

  test('says Desactivado, and that messages go nowhere in a trial', async () => {
    server.says('get', '/customers/wa/status', { enabled: false, provider: 'log' })
    await renderScreen(<DashboardScreen />)
    expect(await card('Desactivado')).toHaveTextContent('Modo de prueba')
  })

  test('says No disponible where the server tells nothing', async () => {
    server.offersNothingElse()
    await renderScreen(<DashboardScreen />)
    expect(await card('No disponible')).toHaveTextContent('no informa')
  })

  test('says Error, and tries again', async () => {
    server.says('get', '/customers/wa/status', {}, 429)
    await renderScreen(<DashboardScreen />)
    expect(await card('Error')).toHaveTextContent('No se pudo obtener el estado.')
    server.says('get', '/customers/wa/status', status)
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await card('Activo')).toBeVisible()
  })
})
