import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '@/api'
import { openIdempotencyKey } from '@/lib/idempotencyKeys'
import { mockCustomerServer, path, press } from '@/test/customerRecord'
import { customer, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { inSeconds, tokenWith } from '@/test/token'
import { waitForResponses } from '@/test/waitForResponses'
import './list/CustomerListScreen'
import './new/NewCustomerScreen'

const { server, open } = mockCustomerServer()

beforeEach(() => {
  server.respond('get', '/families', list([]))
})

const storedDrafts = () => sessionStorage.getItem('axioma.drafts')
const notes = () => screen.getByLabelText(/^Notas/)
const restoredNote = () => screen.queryByText('Hemos recuperado lo que estabas escribiendo')
const question = () => screen.queryByRole('dialog', { name: 'Tienes cambios sin guardar' })
const toTheList = () => userEvent.click(screen.getByRole('link', { name: 'Volver a la lista' }))

async function edit() {
  const router = await open()
  await press('Editar')
  await userEvent.type(notes(), 'Con navaja.')
  return router
}

describe('leaving a changed form', () => {
  test('asks each time and follows the answer', async () => {
    const router = await edit()
    await toTheList()
    await waitFor(() => expect(question()).toBeVisible())
    await press('Seguir editando')
    await waitFor(() => expect(question()).toBeNull())
    expect(notes()).toHaveValue('Con navaja.')
    await toTheList()
    await waitFor(() => expect(question()).toBeVisible())
    await press('Salir sin guardar')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
    expect(storedDrafts()).toBeNull()
  })

  test('asks nothing after the user removes the change', async () => {
    const router = await edit()
    await userEvent.clear(notes())
    await toTheList()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  })

  test('asks nothing after saving', async () => {
    const router = await edit()
    server.respond('patch', path, customer({ notes: 'Con navaja.', version: 2 }))
    await press('Guardar')
    await screen.findByRole('button', { name: 'Editar' })
    await toTheList()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  })

  test('asks nothing after archiving', async () => {
    const router = await edit()
    server.respond('delete', path, { ok: true })
    await press('Eliminar')
    await press('Eliminar a Ana Gómez')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  })

  test('of a new customer asks until the customer is created', async () => {
    server.respond('post', '/customers', { ...customer(), existed: false }, 201)
    const router = openApp('/app/customers/new')
    await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
    await toTheList()
    await waitFor(() => expect(question()).toBeVisible())
    await press('Seguir editando')
    await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
    await userEvent.selectOptions(screen.getByLabelText('Tipo de bono'), 'Esporádico')
    await press('Crear cliente')
    await screen.findByRole('img', { name: 'Código QR de Ana Gómez' })
    await toTheList()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
  })
})

describe('a session that ends while a form is being filled in', () => {
  async function lapse() {
    await waitForResponses(server)
    act(() => session.lapse())
    cleanup()
  }

  test('keeps the draft of a record', async () => {
    await edit()
    await lapse()
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
    const respond = server.hold('get', `${path}/visits`)
    await open()
    expect(restoredNote()).toBeVisible()
    expect(scrollIntoView, 'the visits above would push the form away').not.toHaveBeenCalled()
    respond(list([]))
    await waitFor(() => expect(scrollIntoView).toHaveBeenCalledTimes(1))
    expect(scrollIntoView.mock.contexts[0], 'on a phone it is far below').toBe(notes().closest('form'))
    expect(notes()).toHaveValue('Con navaja.')
    await press('Descartarlo')
    expect(notes()).toHaveValue('')
    expect(restoredNote()).toBeNull()
    expect(storedDrafts()).toBeNull()
  })

  test("shows another user's change beside the draft", async () => {
    await edit()
    await lapse()
    await open('OWNER', { version: 7, notes: 'Alérgico.' })
    const other = within(screen.getByRole('group', { name: 'Cambio de otra persona en notas' }))
    expect(other.getByText('Alérgico.')).toBeVisible()
    await userEvent.click(other.getByRole('button', { name: 'Mantener lo mío' }))
    server.respond('patch', path, customer({ version: 8, notes: 'Con navaja.' }))
    await press('Guardar')
    await screen.findByRole('button', { name: 'Editar' })
    const patch = server.requests.find(({ method }) => method === 'PATCH')
    expect(patch?.headers.get('If-Match')).toBe('"7"')
    expect(storedDrafts()).toBeNull()
  })

  test('keeps the draft of a new customer', async () => {
    openApp('/app/customers/new')
    await userEvent.type(await screen.findByLabelText('Nombre completo'), 'Ana Gómez')
    await userEvent.type(screen.getByLabelText('Teléfono (WhatsApp)'), '612345678')
    await lapse()
    openApp('/app/customers/new')
    expect(await screen.findByLabelText('Nombre completo')).toHaveValue('Ana Gómez')
    expect(screen.getByLabelText('Teléfono (WhatsApp)')).toHaveValue('612345678')
    expect(restoredNote()).toBeVisible()
  })

  test('deletes the draft when another user signs in', async () => {
    await edit()
    await lapse()
    session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'OWNER', email: 'luis@x.test' })
    expect(storedDrafts()).toBeNull()
  })

  test('deletes the draft on sign-out', async () => {
    openIdempotencyKey('create {"name":"Ana"}') // the key of a creation without a response
    const router = await edit()
    await waitForResponses(server)
    await act(() => router.navigate({ to: '/logout', ignoreBlocker: true }))
    await waitFor(() => expect(session.get()).toBeNull())
    expect(storedDrafts()).toBeNull()
    expect(sessionStorage.getItem('axioma.keys')).toBeNull()
  })
})
