import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '@/api/types'
import { shortId } from '@/lib/ids'
import { id, mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { list, owing, progress, registeredVisit, reward, visit } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { sentence } from '@/test/sentence'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer()
const sameDay = {
  code: 'SAME_DAY_VISIT',
  message: 'Ya se registró una visita hoy',
  hint: 'Mañana se le podrá poner otro sello.',
}

const addVisit = () => press('Añadir visita')

describe('the head', () => {
  // Spec: record-1, record-3, record-4
  test('links to the list, the counter and WhatsApp', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Volver a la lista' })).toHaveAttribute(
      'href',
      '/app/customers/list',
    )
    expect(screen.getByRole('link', { name: 'Abrir en el mostrador' })).toHaveAttribute(
      'href',
      `/staff/checkin?cid=${id}`,
    )
    const chat = new URL(
      (await screen.findByRole<HTMLAnchorElement>('link', { name: 'Escribir por WhatsApp' })).href,
    )
    expect(chat.origin + chat.pathname).toBe('https://wa.me/34612345678')
    expect(chat.searchParams.get('text')).toMatch(/^Hola, Ana\. Te escribimos de /)
  })

  // Spec: record-4
  test.each([null, '34•••••••78'])('offers no greeting for the phone %s', async (phone) => {
    await open('OWNER', { phone })
    expect(screen.queryByRole('link', { name: 'Escribir por WhatsApp' })).toBeNull()
  })
})

describe('a visit', () => {
  // Spec: checkin-14, record-2
  test('is registered and can be undone', async () => {
    await open()
    server.respond('post', `${path}/visits`, registeredVisit(), 201)
    server.respond('post', '/visits/v9/undo', { ok: true, progress: progress() })
    await addVisit()
    expect(await screen.findByText('Visita registrada.')).toBeVisible()
    expect(sentRequests('POST')[0]?.headers.get('Idempotency-Key')).toMatch(/^[\x21-\x7e]{1,200}$/)
    await press('Deshacer')
    expect(
      await screen.findByText(sentence(/^Visita de .* deshecha\. La tarjeta está como antes\.$/)),
    ).toBeVisible()
  })

  test('that can no longer be undone shows the reason', async () => {
    await open()
    server.respond('post', `${path}/visits`, registeredVisit(), 201)
    server.respond(
      'post',
      '/visits/v9/undo',
      { code: 'UNDO_TOO_LATE', message: 'Ya no se puede deshacer.' },
      409,
    )
    await addVisit()
    await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText('Ya no se puede deshacer.')).toBeVisible()
  })

  // Spec: record-13, states-12
  test('that earns a reward is celebrated', async () => {
    await open()
    const card = owing(reward('HALF', 'h'))
    server.respond(
      'post',
      `${path}/visits`,
      registeredVisit({ progress: card, newReward: { id: 'h', kind: 'HALF', note: '' } }),
      201,
    )
    server.respond('get', `${path}/progress`, card)
    await addVisit()
    expect(await screen.findByText('¡Recompensa ganada! Tiene un 50 % de descuento.')).toBeVisible()
    expect(screen.getByText('Recompensa pendiente')).toBeVisible()
  })

  test('with an unknown outcome waits on the device and is sent again with the same key', async () => {
    await open()
    server.respond('post', `${path}/visits`, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 503)
    await addVisit()
    expect(await screen.findByText(/Visita guardada en este dispositivo/)).toBeVisible()
    expect(screen.getByRole('status', { name: 'Visitas de este dispositivo' })).toHaveTextContent(
      /Una visita sin enviar \(.*\)\. Se enviará sola en cuanto se pueda\./,
    )
    server.respond('post', `${path}/visits`, registeredVisit(), 201)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.queryByText(/Una visita sin enviar/)).toBeNull())
    const keys = sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  test('of an earlier attempt that was deleted since is not shown as registered', async () => {
    await open()
    const deletedAt = '2026-11-20T09:59:00Z'
    server.respond('post', `${path}/visits`, registeredVisit({ replayed: true, deletedAt }), 201)
    await addVisit()
    expect(await screen.findByText(/Esa visita se registró y después se eliminó/)).toBeVisible()
    expect(screen.queryByText('Visita registrada.')).toBeNull()
  })
})

describe('a visit that is the second of its day', () => {
  beforeEach(() => server.respond('post', `${path}/visits`, sameDay, 409))

  // Spec: record-19, states-15, states-16
  test('can be authorized by an OWNER', async () => {
    await open('OWNER')
    await addVisit()
    const dialog = within(await screen.findByRole('dialog', { name: 'Segunda visita en el día' }))
    expect(dialog.getByText(/Mañana se le podrá poner otro sello\./)).toBeVisible()
    server.respond('post', `${path}/visits`, registeredVisit({ authorized: true }), 201)
    await userEvent.click(dialog.getByRole('button', { name: 'Autorizar y registrar' }))
    const message = await screen.findByText('Visita registrada con autorización del OWNER.')
    expect(message).toHaveTextContent('✅ Visita registrada con autorización del OWNER.')
    expect(sentRequests('POST').map(({ body }) => body)).toEqual([{}, { authorized: true }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  // Spec: states-15, roles-2, roles-19
  test.each<Role>(['ADMIN', 'SUPERADMIN', 'BARBER'])(
    'cannot be authorized in the dialog by %s',
    async (role) => {
      await open(role)
      const button = screen.getByRole('button', { name: 'Añadir visita' })
      await userEvent.click(button)
      const dialog = within(await screen.findByRole('dialog', { name: 'Segunda visita en el día' }))
      expect(dialog.getByText(/el propietario tiene que autorizarla desde su cuenta/)).toBeVisible()
      expect(dialog.queryByRole('button', { name: 'Autorizar y registrar' })).toBeNull()
      expect(dialog.queryByText(/registrar otra visita hoy desde la tarjeta/) !== null).toBe(
        role !== 'BARBER',
      )
      await userEvent.click(dialog.getByRole('button', { name: 'Entendido' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Añadir visita' })).toBeNull()
      const further = screen.queryByRole('button', { name: 'Registrar otra visita hoy' })
      if (role === 'BARBER') expect(further).toBeNull()
      else expect(further, 'the same element, so that it gets the focus back').toBe(button)
    },
  )
})

describe('the visit button', () => {
  // Spec: record-2
  test.each([false, true])(
    'is shown once, before rewards and actions, unless the customer has a visit today (visited: %s)',
    async (visitedToday) => {
      server.respond('get', `${path}/progress`, { ...owing(reward('HALF', 'h')), visitedToday })
      await open('BARBER')
      const redeem = await screen.findByRole('button', { name: 'Canjear' })
      const add = screen.queryAllByRole('button', { name: /visita$/i })
      expect(add).toHaveLength(visitedToday ? 0 : 1)
      for (const button of add)
        expect(button.compareDocumentPosition(redeem)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      const acts = screen.getByRole('group', { name: 'Acciones de la ficha' })
      expect(redeem.compareDocumentPosition(acts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    },
  )

  test('is shown even when the card cannot be loaded', async () => {
    server.respond('get', `${path}/progress`, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
    server.respond('post', `${path}/visits`, registeredVisit(), 201)
    openApp(`/app/customers/${id}`, 'BARBER')
    await userEvent.click(await screen.findByRole('button', { name: 'Añadir visita' }))
    expect(await screen.findByText('Visita registrada.')).toBeVisible()
  })

  test('sends a note with the visit and clears it', async () => {
    await open()
    server.respond('post', `${path}/visits`, registeredVisit(), 201)
    await press('Añadir nota')
    await userEvent.type(screen.getByLabelText(/^Nota de la visita/), ' Tinte claro ')
    await addVisit()
    expect(await screen.findByText('Visita registrada.')).toBeVisible()
    expect(sentRequests('POST')[0]?.body).toEqual({ notes: 'Tinte claro' })
    await waitFor(() => expect(screen.getByLabelText(/^Nota de la visita/)).toHaveValue(''))
  })
})

// Spec: errors-16
describe('a second visit on the same day, on the visit card', () => {
  const authorize = async () => {
    await press('Registrar otra visita hoy')
    await press('Sí, registrarla')
  }

  beforeEach(() => server.respond('get', `${path}/progress`, progress({ visitedToday: true })))

  // Spec: states-14, roles-19
  test.each<Role>(['ADMIN', 'OWNER', 'SUPERADMIN'])('is registered by %s', async (role) => {
    await open(role)
    server.respond('post', `${path}/visits`, registeredVisit({ authorized: true }), 201)
    await authorize()
    expect(await screen.findByText('Otra visita registrada hoy.')).toBeVisible()
    expect(sentRequests('POST')[0]?.body).toEqual({ authorized: true })
  })

  // Spec: states-14
  test('tells a BARBER that only an administrator or the owner may register it', async () => {
    await open('BARBER')
    expect(
      screen.getByText(/Solo un administrador o el propietario puede registrar otra visita hoy\./),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Registrar otra visita hoy' })).toBeNull()
  })

  // Spec: checkin-23
  test('needs a confirmation, which can be declined', async () => {
    await open('ADMIN')
    await press('Registrar otra visita hoy')
    const question = screen.getByRole('dialog', { name: '¿Otra visita hoy para Ana Gómez?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancelar' }))
    await waitForResponses(server)
    expect(sentRequests('POST')).toEqual([])
  })

  test('with an unknown outcome is sent again with its key after a reload, and the next one has a new key', async () => {
    await open('ADMIN')
    server.respond('post', `${path}/visits`, { code: 'BUSY', message: 'Ahora no.' }, 503)
    await authorize()
    expect(await screen.findByText(/Visita guardada en este dispositivo/)).toBeVisible()
    cleanup()
    for (const call of [`${path}/visits`, `/customers/${shortId(id)}/visits`])
      server.respond('post', call, registeredVisit({ authorized: true }), 201)
    await open('ADMIN')
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.includes('waiting'))).toEqual([]),
    )
    await authorize()
    await screen.findByText('Otra visita registrada hoy.')
    const keys = sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(2)
    expect(new Set(keys.slice(0, -1)).size).toBe(1)
    expect(sentRequests('POST').every(({ body }) => (body as { authorized: boolean }).authorized)).toBe(true)
  })

  test('is not sent later when the device is offline', async () => {
    await open('ADMIN')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await authorize()
    expect(await screen.findByText('No se pudo registrar la visita adicional.')).toBeVisible()
    expect(screen.getByText(/Sin conexión: ahora no se cambia nada/)).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    fireEvent(window, new Event('online'))
    await waitForResponses(server)
    expect(sentRequests('POST')).toEqual([])
  })

  test('shows a failure', async () => {
    await open('ADMIN')
    server.respond('post', `${path}/visits`, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 422)
    await authorize()
    expect(await screen.findByText('No se pudo registrar la visita adicional.')).toBeVisible()
  })
})

// Spec: errors-14
test('the visit card shows when the next visit is possible after a refusal', async () => {
  await open('ADMIN')
  server.respond('post', `${path}/visits`, sameDay, 409)
  await addVisit()
  await userEvent.click(await screen.findByRole('button', { name: 'Entendido' }))
  const warning = screen.getByText('Ya se registró una visita hoy')
  expect(warning.closest('[role=status]')).toHaveClass('text-caution')
  expect(screen.getByText(/Mañana se le podrá poner otro sello/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Registrar otra visita hoy' })).toBeVisible()
})

describe('rewards', () => {
  // Spec: record-13, states-11, calls-26
  test.each(['HALF', 'FREE', 'WELCOME'] as const)(
    'a %s reward is redeemed and no longer offered',
    async (kind) => {
      server.respond('get', `${path}/progress`, owing(reward(kind, 'r1')))
      await open('BARBER')
      server.respond('post', `${path}/rewards/r1/redeem`, {
        reward: { ...reward(kind, 'r1'), status: 'REDEEMED' },
        progress: progress(),
      })
      server.respond('get', `${path}/progress`, progress())
      await press('Canjear')
      expect(await screen.findByText(/Canjeado:/)).toBeVisible()
      expect(sentRequests('POST')[0]?.headers.get('Idempotency-Key')).not.toBeNull()
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Canjear' })).toBeNull())
      expect(screen.queryByText('Recompensa pendiente')).toBeNull()
    },
  )

  // Spec: errors-20
  test('a refused redemption shows the reason', async () => {
    server.respond('get', `${path}/progress`, owing(reward('WELCOME', 'r1')))
    await open()
    server.respond(
      'post',
      `${path}/rewards/r1/redeem`,
      { code: 'WELCOME_NOT_COMBINABLE', message: 'No se combina con otra oferta el mismo día.' },
      409,
    )
    await press('Canjear')
    expect(await screen.findByText('No se pudo canjear la recompensa.')).toBeVisible()
    expect(screen.getByText('No se combina con otra oferta el mismo día.')).toBeVisible()
    await press('Canjear')
    await waitFor(() => expect(sentRequests('POST')).toHaveLength(2))
    const [first, second] = sentRequests('POST').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(second, 'a repeated key gets the stored refusal').not.toBe(first)
  })

  test('the card of a family shows the name of the family', async () => {
    server.respond('get', `${path}/progress`, progress({ cardKind: 'FAMILY', familyName: 'Rojas' }))
    await open()
    expect(screen.getByText(sentence('Los sellos van a la tarjeta de la familia: Rojas'))).toBeVisible()
  })
})

// Spec: errors-28
test('a card that cannot be loaded shows an error', async () => {
  server.respond('get', `${path}/progress`, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
  openApp(`/app/customers/${id}`)
  expect(await screen.findByText('No se pudo cargar el progreso.')).toBeVisible()
})

describe('the history', () => {
  const many = Array.from({ length: 18 }, (_, index) =>
    visit(`v${index}`, `2026-${index < 16 ? '10' : '09'}-${String(28 - index).padStart(2, '0')}T09:33:00Z`),
  )

  // Spec: record-14, record-16
  test('shows at most fifteen visits, of all months or of one', async () => {
    server.respond('get', `${path}/visits`, list(many))
    await open()
    expect(await screen.findByText('Mostrando 15 de 18')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Mes'), 'septiembre de 2026')
    expect(screen.getByText('Mostrando 2 de 2')).toBeVisible()
    expect(region('Historial de visitas').getAllByRole('row')).toHaveLength(3)
  })

  // Spec: record-15
  test('shows time, notes and who authorized a visit', async () => {
    const details = { notes: 'Corte y barba', authorizedBy: 'Manuel' }
    server.respond('get', `${path}/visits`, list([visit('v1', '2026-10-12T09:33:00Z', details)]))
    await open('BARBER')
    const history = region('Historial de visitas')
    expect(await history.findByText('lun, 12 oct 2026')).toBeVisible()
    expect(history.getByRole('table')).toHaveTextContent(/FechaHoraNotas/)
    expect(history.getByText('11:33')).toBeVisible()
    expect(history.getByText('Corte y barba')).toBeVisible()
    expect(history.getByText(sentence('Autorizada por Manuel'))).toBeVisible()
    expect(history.queryByRole('button', { name: /Eliminar/ })).toBeNull()
  })

  // Spec: record-17, validation-27, calls-27
  test('deletes a visit after a confirmation', async () => {
    await open()
    server.respond('delete', '/visits/v1', { ok: true, progress: progress({ count: 3 }) })
    await userEvent.click(
      await screen.findByRole('button', { name: /Eliminar la visita de lun, 12 oct 2026/ }),
    )
    const dialog = within(screen.getByRole('dialog', { name: '¿Eliminar esta visita?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar la visita' }))
    expect(await screen.findByText('Visita eliminada.')).toBeVisible()
  })

  // Spec: errors-26
  test('shows the error when a visit cannot be deleted', async () => {
    await open()
    server.respond('delete', '/visits/v1', { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
    await userEvent.click(await screen.findByRole('button', { name: /Eliminar la visita de/ }))
    await press('Eliminar la visita')
    expect(await screen.findByText('No se pudo eliminar la visita.')).toBeVisible()
  })

  test('of a new customer explains what it will list', async () => {
    server.respond('get', `${path}/visits`, list([]))
    await open()
    expect(await screen.findByText('Aún no hay visitas')).toBeVisible()
  })
})

// Spec: errors-35
describe('deleting the customer', () => {
  // Spec: record-5, record-18, calls-20
  test('asks by name and opens the list', async () => {
    const router = await open('ADMIN')
    server.respond('delete', path, { ok: true })
    await press('Eliminar')
    const dialog = within(screen.getByRole('dialog', { name: '¿Eliminar a Ana Gómez?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Eliminar a Ana Gómez' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/customers/list'))
    expect(await screen.findByText(sentence('Ana Gómez ya no está en la lista.'))).toBeVisible()
  })

  test('shows a failure', async () => {
    await open()
    server.respond('delete', path, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
    await press('Eliminar')
    await press('Eliminar a Ana Gómez')
    expect(await screen.findByText('No se pudo eliminar el cliente.')).toBeVisible()
  })
})

// Spec: record-5, record-17, roles-16
test.each<Role>(['ADMIN', 'OWNER', 'SUPERADMIN'])('%s may change and delete records', async (role) => {
  await open(role)
  for (const name of ['Eliminar', 'Editar', /^Eliminar la visita de/, /Copiar el ID/]) {
    expect(screen.getByRole('button', { name })).toBeVisible()
  }
})

// Spec: record-4, record-5, record-17, roles-16
test('a BARBER sees masked data and only the actions of the role', async () => {
  await open('BARBER', { phone: '34•••••••78', email: 'a•a@x.test', masked: true })
  expect(region('Datos').getByText('34•••••••78')).toBeVisible()
  expect(screen.queryByText(id)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Escribir por WhatsApp' })).toBeNull()
  for (const name of ['Eliminar', 'Editar', /^Eliminar la visita/, 'Unir con otra ficha', /Copiar el ID/]) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(server.requests.some(({ path: requestPath }) => requestPath.endsWith('/merges'))).toBe(false)
})

// Spec: routes-21, record-20
test("an unknown customer shows 'not found'", async () => {
  server.respond('get', path, { code: 'CUSTOMER_NOT_FOUND', message: 'No se encontró el cliente.' }, 404)
  openApp(`/app/customers/${id}`)
  expect(await screen.findByRole('heading', { name: 'No se encontró el cliente.' })).toBeVisible()
})

// Spec: errors-27
test('a customer who cannot be loaded shows an error', async () => {
  server.respond('get', path, { code: 'INTERNAL', message: 'Algo ha fallado.' }, 500)
  openApp(`/app/customers/${id}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar el cliente.Algo ha fallado.')
})
