import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PageData, PageDataContext } from '@/api/pageData'
import type { LegalIdentity } from '@/api/types'
import { legalPageNames as pages } from '@/lib/legalPages'
import { mockServer } from '@/test/server'
import { LegalScreen } from './LegalScreen'
import type { LegalSubject } from './useDataController'

const server = mockServer()
const identity = (fields: Partial<LegalIdentity> = {}): LegalIdentity => ({
  businessId: 'b1',
  businessName: 'Barbería Sur',
  legalName: 'Ana Gil Ruiz',
  taxId: '12345678Z',
  legalAddress: 'Calle Mayor 1, Madrid',
  contactEmail: 'datos@sur.test',
  ...fields,
})
const unknownBusiness = { code: 'BUSINESS_NOT_FOUND', message: 'No se encontró el negocio.' }

beforeEach(() => {
  server.respond('get', '/public/businesses/b1/legal', identity())
  server.respond('get', '/public/fixed-business', unknownBusiness, 404)
  window.history.replaceState(null, '', '/legal/page')
})

type About = (typeof pages)[number]

function open(about: About, subject: Partial<LegalSubject> = {}, legal?: PageData['legal']) {
  const pageData = legal === undefined ? null : { business: null, legal }
  render(
    <PageDataContext.Provider value={pageData}>
      <LegalScreen about={about} subject={{ namedId: null, onDevice: null, ...subject }} />
    </PageDataContext.Provider>,
  )
}

// Spec: routes-26
test.each(pages)('%s names the data controller of the business in its address', async (page) => {
  open(page, { namedId: 'b1' })
  for (const text of ['Barbería Sur', 'Ana Gil Ruiz', '12345678Z', 'Calle Mayor 1, Madrid']) {
    expect(await screen.findByText(text)).toBeVisible()
  }
  expect(screen.getByRole('link', { name: 'datos@sur.test' })).toHaveAttribute(
    'href',
    'mailto:datos@sur.test',
  )
  expect(screen.queryByText(/todavía no ha publicado/)).toBeNull()
})

test('adding the business to the address keeps the scroll position and the history state', () => {
  window.history.replaceState({ kept: true }, '', '/legal/cookies#content')
  open('cookies', { onDevice: 'b1' })
  expect(window.location.href).toMatch(/\/legal\/cookies\?bid=b1#content$/)
  expect(window.history.state).toEqual({ kept: true })
})

test('names the missing data of the controller', async () => {
  server.respond(
    'get',
    '/public/businesses/b1/legal',
    identity({ legalName: null, taxId: null, contactEmail: null }),
  )
  open('privacidad', { namedId: 'b1' })
  const missing = await screen.findByText(/todavía no ha publicado/)
  expect(missing).toHaveTextContent(
    'Barbería Sur todavía no ha publicado aquí el nombre de su titular, su NIF y un correo de contacto.',
  )
  expect(screen.getByText('Calle Mayor 1, Madrid')).toBeVisible()
})

describe('without a business in the address', () => {
  test.each(pages)('%s describes the data controller in general', async (page) => {
    open(page)
    expect(await screen.findByText(/Abre esta página desde el enlace de tu tarjeta/)).toBeVisible()
  })

  test('the fixed business is the data controller', async () => {
    server.respond('get', '/public/fixed-business', { id: 'b1', name: 'Barbería Sur' })
    open('privacidad')
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })

  test("the signed-in user's business is the controller and is added to the address", async () => {
    open('aviso', { onDevice: 'b1' })
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
    expect(window.location.href).toMatch(/\/legal\/aviso\?bid=b1$/)
  })
})

describe('with page data', () => {
  test.each([
    ['the business in its address', { namedId: 'b1' }],
    ['the one that is fixed', {}],
    ['the fixed business, with a signed-in user', { onDevice: 'b1' }],
  ])('%s shows the controller and fetches nothing', (_, subject) => {
    open('cookies', subject, identity())
    expect(screen.getByText('Ana Gil Ruiz')).toBeVisible()
    expect(server.requests).toEqual([])
  })

  test('an unknown business has no data controller', () => {
    open('cookies', { namedId: 'b9' }, null)
    expect(screen.getByText(/La responsable es la barbería en la que te registras/)).toBeVisible()
    expect(server.requests).toEqual([])
  })

  test("the signed-in user's business is fetched", async () => {
    open('cookies', { onDevice: 'b1' }, identity({ businessId: 'b2', legalName: 'Otra' }))
    expect(screen.queryByText('Otra')).toBeNull()
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })
})

test('an unknown business shows no data controller', async () => {
  server.respond('get', '/public/businesses/b9/legal', unknownBusiness, 404)
  open('privacidad', { namedId: 'b9' })
  expect(await screen.findByText(/La responsable es la barbería en la que te registras/)).toBeVisible()
})

test('a failure offers a retry', async () => {
  server.fail('get', '/public/businesses/b1/legal')
  open('privacidad', { namedId: 'b1' })
  expect(await screen.findByText('No se pudieron cargar los datos de la barbería.')).toBeVisible()
  server.respond('get', '/public/businesses/b1/legal', identity())
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
})

// Spec: shell-9, limits-22
test('the privacy policy has the controller, the purposes, the periods and the rights', () => {
  open('privacidad')
  const page = screen.getByRole('article')
  expect(page).toHaveTextContent(/barbería .* responsable del tratamiento/)
  expect(page).toHaveTextContent(/Axioma .* encargada del tratamiento/)
  expect(page).toHaveTextContent(/6 años\s*los registros mercantiles y contables/)
  expect(page).toHaveTextContent(/3 años\s*los relativos a publicidad y la prueba de tus consentimientos/)
  expect(page).toHaveTextContent(/Llevar tu tarjeta.*Mensajes de servicio.*Promociones/)
  for (const right of ['Acceso', 'Rectificación', 'Supresión', 'Oposición', 'Limitación', 'Portabilidad']) {
    expect(screen.getByText(right)).toBeVisible()
  }
  expect(page).toHaveTextContent(/menos de 14 años da el consentimiento su madre, su padre o su tutor/)
  expect(page).toHaveTextContent(/Agencia Española de Protección de Datos/)
})

// Spec: routes-26
test('the legal notice has the terms of the welcome discount', () => {
  open('aviso')
  expect(screen.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible()
  expect(screen.getByText('vale para un solo servicio y no se suma a otras ofertas.')).toBeVisible()
})

// Spec: routes-26
test('the cookie page asks for no consent and lists what is stored', () => {
  open('cookies')
  expect(screen.getByText(/cuatro cookies, propias y estrictamente necesarias/)).toBeVisible()
  expect(screen.getByText('axioma_form')).toBeVisible()
  expect(screen.getByText('axioma_known')).toBeVisible()
  expect(screen.getByText('axioma_browser')).toBeVisible()
  expect(screen.getByText('axioma_waiting_…')).toBeVisible()
  expect(screen.getByText('Tu sesión')).toBeVisible()
  expect(screen.queryByRole('button', { name: /acept/i })).toBeNull()
})
