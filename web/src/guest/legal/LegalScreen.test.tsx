import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PageData, PageDataContext } from '@/api/pageData'
import type { LegalIdentity } from '@/api/types'
import { legalPageNames as pages } from '@/lib/legalPages'
import { standIn } from '@/test/server'
import { LegalScreen } from './LegalScreen'
import type { LegalSubject } from './useDataController'

const server = standIn()
const identity = (given: Partial<LegalIdentity> = {}): LegalIdentity => ({
  businessId: 'b1',
  businessName: 'Barbería Sur',
  legalName: 'Ana Gil Ruiz',
  taxId: '12345678Z',
  legalAddress: 'Calle Mayor 1, Madrid',
  contactEmail: 'datos@sur.test',
  ...given,
})
const nowhere = { code: 'BUSINESS_NOT_FOUND', message: 'No se encontró el negocio.' }

beforeEach(() => {
  server.says('get', '/public/businesses/b1/legal', identity())
  server.says('get', '/public/fixed-business', nowhere, 404)
  window.history.replaceState(null, '', '/legal/page')
})

type About = (typeof pages)[number]

/** Opens a page of the business in its address, or of another one; `legal` is what the server has drawn it with. */
function open(about: About, of: Partial<LegalSubject> = {}, legal?: PageData['legal']) {
  const shown = legal === undefined ? null : { business: null, legal }
  render(
    <PageDataContext.Provider value={shown}>
      <LegalScreen about={about} of={{ named: null, onDevice: null, ...of }} />
    </PageDataContext.Provider>,
  )
}

test.each(pages)('%s names who answers at the business of its address', async (page) => {
  open(page, { named: 'b1' })
  for (const said of ['Barbería Sur', 'Ana Gil Ruiz', '12345678Z', 'Calle Mayor 1, Madrid']) {
    expect(await screen.findByText(said)).toBeVisible()
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

test('what the business has not said yet is said with dignity', async () => {
  server.says(
    'get',
    '/public/businesses/b1/legal',
    identity({ legalName: null, taxId: null, contactEmail: null }),
  )
  open('privacidad', { named: 'b1' })
  const missing = await screen.findByText(/todavía no ha publicado/)
  expect(missing).toHaveTextContent(
    'Barbería Sur todavía no ha publicado aquí el nombre de su titular, su NIF y un correo de contacto.',
  )
  expect(screen.getByText('Calle Mayor 1, Madrid')).toBeVisible()
})

describe('without a business in the address', () => {
  test.each(pages)('%s says in general who answers', async (page) => {
    open(page)
    expect(await screen.findByText(/Abre esta página desde el enlace de tu tarjeta/)).toBeVisible()
  })

  test('it is the one that the server has fixed', async () => {
    server.says('get', '/public/fixed-business', { id: 'b1', name: 'Barbería Sur' })
    open('privacidad')
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })

  test('it is the signed-in user’s business, which is added to the address', async () => {
    open('aviso', { onDevice: 'b1' })
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
    expect(window.location.href).toMatch(/\/legal\/aviso\?bid=b1$/)
  })
})

describe('as the server has drawn it', () => {
  test.each([
    ['the business in its address', { named: 'b1' }],
    ['the one that is fixed', {}],
    ['the one that is fixed, where somebody is signed in', { onDevice: 'b1' }],
  ])('it says who answers at %s, and asks for nothing', (_, of) => {
    open('cookies', of, identity())
    expect(screen.getByText('Ana Gil Ruiz')).toBeVisible()
    expect(server.asked).toEqual([])
  })

  test('it says that a business is unknown', () => {
    open('cookies', { named: 'b9' }, null)
    expect(screen.getByText(/La responsable es la barbería en la que te registras/)).toBeVisible()
    expect(server.asked).toEqual([])
  })

  test('it asks for another one, where somebody is signed in', async () => {
    open('cookies', { onDevice: 'b1' }, identity({ businessId: 'b2', legalName: 'Otra' }))
    expect(screen.queryByText('Otra')).toBeNull()
    expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
  })
})

test('an unknown business shows no data controller', async () => {
  server.says('get', '/public/businesses/b9/legal', nowhere, 404)
  open('privacidad', { named: 'b9' })
  expect(await screen.findByText(/La responsable es la barbería en la que te registras/)).toBeVisible()
})

test('a failure offers a retry', async () => {
  server.fails('get', '/public/businesses/b1/legal')
  open('privacidad', { named: 'b1' })
  expect(await screen.findByText('No se pudieron cargar los datos de la barbería.')).toBeVisible()
  server.says('get', '/public/businesses/b1/legal', identity())
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Ana Gil Ruiz')).toBeVisible()
})

test('the privacy policy says who, why, how long and which rights', () => {
  open('privacidad')
  const page = screen.getByRole('article')
  expect(page).toHaveTextContent(/barbería .* responsable del tratamiento/)
  expect(page).toHaveTextContent(/Axioma .* encargada del tratamiento/)
  expect(page).toHaveTextContent(/6 años\s*los registros mercantiles y contables/)
  expect(page).toHaveTextContent(/3 años\s*los relativos a publicidad y la prueba de tus consentimientos/)
  for (const right of ['Acceso', 'Rectificación', 'Supresión', 'Oposición', 'Limitación', 'Portabilidad']) {
    expect(screen.getByText(right)).toBeVisible()
  }
  expect(page).toHaveTextContent(/menos de 14 años da el consentimiento su madre, su padre o su tutor/)
  expect(page).toHaveTextContent(/Agencia Española de Protección de Datos/)
})

test('the legal notice says what the welcome discount is good for', () => {
  open('aviso')
  expect(screen.getByRole('heading', { level: 1, name: 'Aviso legal' })).toBeVisible()
  expect(screen.getByText('vale para un solo servicio y no se suma a otras ofertas.')).toBeVisible()
})

test('the page on cookies asks for nothing and names what is kept', () => {
  open('cookies')
  expect(screen.getByText(/cuatro cookies, propias y estrictamente necesarias/)).toBeVisible()
  expect(screen.getByText('axioma_form')).toBeVisible()
  expect(screen.getByText('axioma_known')).toBeVisible()
  expect(screen.getByText('axioma_browser')).toBeVisible()
  expect(screen.getByText('axioma_waiting_…')).toBeVisible()
  expect(screen.getByText('Tu sesión')).toBeVisible()
  expect(screen.queryByRole('button', { name: /acept/i })).toBeNull()
})
