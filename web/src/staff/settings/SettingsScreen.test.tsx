import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { session } from '@/api'
import type { Business } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { business, poster } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { SettingsScreen } from './SettingsScreen'
import type { Section } from './sections'
import { halfMilestoneOf, timeOptions } from './settingsForm'

const server = mockServer()

const marketing = {
  allCustomers: 1200,
  customers: 34,
  withBirthday: 1,
  birthdayText: '¡Feliz cumpleaños, Lucía!\n\nPublicidad de Barbería Demo.',
  oneMoreText: 'Hola, Lucía: te falta una sola visita.',
}

async function open(fields: Partial<Business> = {}, section: Section = 'tarjeta') {
  server.respond('get', '/business', { ...business, ...fields })
  server.respond('get', '/business/marketing', marketing)
  server.respond('get', '/business/poster', poster)
  await renderScreen(<SettingsScreen />, 'OWNER', `/?seccion=${section}`)
  await screen.findByRole('button', { name: 'Guardar cambios' })
}

async function write(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

const target = 'Visitas hasta el servicio gratis'
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)

describe('the half milestone', () => {
  // Spec: limits-4
  test.each([
    ['10', 5],
    ['7', 3],
    ['2', 1],
    ['1', null],
    ['', null],
    ['x', null],
  ])('of the target %j is %j', (visits, half) => {
    expect(halfMilestoneOf(visits)).toBe(half)
  })
})

describe('the sections', () => {
  const openAt = async (path: string) => {
    server.respondNotFound()
    server.respond('get', '/business', business)
    const router = openApp(path)
    await screen.findByRole('navigation', { name: 'Apartados de los ajustes' })
    return router
  }
  const section = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) })

  test.each([
    ['tarjeta', 'La tarjeta'],
    ['datos-legales', 'Datos legales'],
    ['cartel', 'Cartel para el local'],
  ])('an older address, #%s, leads to «%s»', async (hash, title) => {
    const router = await openAt(`/app/settings#${hash}`)
    expect(await screen.findByRole('region', { name: title })).toBeVisible()
    expect(router.state.location.hash).toBe('')
  })

  test.each([
    ['negocio', 'El negocio'],
    ['tarjeta', 'La tarjeta'],
    ['local', 'Tu local'],
    ['mensajes', 'Mensajes a tus clientes'],
    ['legal', 'Datos legales'],
    ['cartel', 'Cartel para el local'],
    ['equipo', 'Dispositivos'],
    ['otra', 'El negocio'],
  ])('the address of %s shows «%s»', async (name, title) => {
    await openAt(`/app/settings?seccion=${name}`)
    expect(screen.getByRole('region', { name: title })).toBeVisible()
    expect(document.querySelectorAll('nav[aria-label^=Apartados] [aria-current]')).toHaveLength(1)
  })

  test('keep their input, and one button saves all of them', async () => {
    await openAt('/app/settings')
    await write('Nombre', 'Barbería Dos')
    await userEvent.click(section('Legal'))
    await userEvent.type(screen.getByLabelText('Titular'), ' Gil')
    expect(section('Negocio')).toHaveAccessibleName(/con cambios sin guardar/)
    expect(section('Tarjeta')).not.toHaveAccessibleName(/con cambios sin guardar/)
    expect(screen.queryByRole('dialog'), 'a question').toBeNull()
    server.respond('patch', '/business', { ...business, version: 2, name: 'Barbería Dos' })
    await save()
    await screen.findByText('Guardado.')
    expect(sentRequests('PATCH').map(({ body }) => body)).toEqual([
      { name: 'Barbería Dos', legalName: 'Manuel Ortega Vidal Gil' },
    ])
    expect(sentRequests('PATCH')[0]?.headers.get('If-Match')).toBe('"1"')
  })

  test('keep their input when the session expires', async () => {
    await openAt('/app/settings')
    await write('Nombre', 'Barbería Dos')
    act(() => session.lapse())
    cleanup()
    await openAt('/app/settings')
    expect(screen.getByLabelText('Nombre')).toHaveValue('Barbería Dos')
    expect(screen.getByText('Hemos recuperado lo que estabas escribiendo')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Descartarlo' }))
    expect(screen.getByLabelText('Nombre')).toHaveValue(business.name)
  })

  test('a wrong field opens its section, with the focus', async () => {
    await openAt('/app/settings')
    await userEvent.clear(screen.getByLabelText('Nombre'))
    await userEvent.click(section('Local y horario'))
    await save()
    await waitFor(() => expect(screen.getByLabelText('Nombre')).toHaveFocus())
    await save()
    await waitFor(() => expect(screen.getByLabelText('Nombre'), 'saved again').toHaveFocus())
    await userEvent.click(section('Local y horario'))
    await save()
    await waitFor(() => expect(screen.getByLabelText('Nombre'), 'from another section').toHaveFocus())
    await userEvent.click(section('Local y horario'))
    await userEvent.click(section('Negocio'))
    expect(section('Negocio'), 'without an attempt to save').toHaveFocus()
    expect(sentRequests('PATCH')).toEqual([])
  })

  test('the owner can require a second factor of the team', async () => {
    await openAt('/app/settings?seccion=equipo')
    await userEvent.click(screen.getByLabelText('Pedir verificación en dos pasos al equipo'))
    server.respond('patch', '/business', { ...business, version: 2, secondFactorRequired: true })
    await save()
    await screen.findByText('Guardado.')
    expect(sentRequests('PATCH')[0]?.body).toMatchObject({ secondFactorRequired: true })
  })

  test('the save button appears with the first change', async () => {
    await openAt('/app/settings?seccion=cartel')
    const button = () => screen.queryByRole('button', { name: 'Guardar cambios' })
    expect(button()).toBeNull()
    await userEvent.click(section('Negocio'))
    await write('Nombre', 'Otro')
    await userEvent.click(section('Cartel y enlaces'))
    expect(button()).toBeVisible()
  })
})

test('the time zone explains which data a change leaves as they are', async () => {
  await open({}, 'negocio')
  expect(screen.getByLabelText('Zona horaria')).toHaveAccessibleDescription(/lo de hoy no cambia/)
})

// Spec: errors-50
test('a name is saved without a preview', async () => {
  server.respond('patch', '/business', { ...business, name: 'Barbería Dos' })
  await open({}, 'negocio')
  await write('Nombre', 'Barbería Dos')
  await save()
  expect(await screen.findByText(/Guardado/)).toHaveTextContent('✅ Guardado.')
  expect(sentRequests('PATCH')[0]?.body).toEqual({ name: 'Barbería Dos' })
  expect(sentRequests('POST')).toEqual([])
})

test('a field that is corrected during the save is no conflict', async () => {
  await open({}, 'negocio')
  const button = screen.getByRole('button', { name: 'Guardar cambios' })
  const respond = server.hold('patch', '/business')
  await write('Nombre', 'Barbería Dso')
  await save()
  await write('Nombre', 'Barbería Dos')
  expect(button).toHaveAttribute('aria-busy')
  respond({ ...business, name: 'Barbería Dso', version: 2 })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  expect(screen.queryByText('Otra persona ha cambiado lo mismo que tú')).toBeNull()
  server.respond('patch', '/business', { ...business, name: 'Barbería Dos', version: 3 })
  await save()
  expect(await screen.findByText(/Guardado/)).toBeVisible()
  expect(sentRequests('PATCH')[0]?.body).toEqual({ name: 'Barbería Dos' })
})

test('a field that is corrected after a save without a response is no conflict', async () => {
  await open({}, 'negocio')
  server.fail('patch', '/business')
  await write('Nombre', 'Barbería Dso')
  await save()
  await screen.findByText(/No hay conexión con el servidor/)
  server.respond('get', '/business', { ...business, name: 'Barbería Dso', version: 2 })
  server.respond('patch', '/business', { ...business, name: 'Barbería Dos', version: 3 })
  server.respondOnce('patch', '/business', { code: 'BUSINESS_CHANGED', message: 'Ha cambiado.' }, 412)
  await write('Nombre', 'Barbería Dos')
  await save()
  expect(await screen.findByText(/Guardado/)).toBeVisible()
  expect(screen.queryByText('Otra persona ha cambiado lo mismo que tú')).toBeNull()
  expect(sentRequests('PATCH').at(-1)?.body).toEqual({ name: 'Barbería Dos' })
})

test('nothing is sent without a change', async () => {
  await open({}, 'negocio')
  await save()
  expect(await screen.findByText('No hay cambios que guardar.')).toBeVisible()
  expect(server.requests.some(({ method }) => method !== 'GET')).toBe(false)
})

test.each(['1', '51', 'x', '2.5', ''])('a target of %j is refused before it is sent', async (text) => {
  await open()
  await userEvent.clear(screen.getByLabelText(target))
  if (text) await userEvent.type(screen.getByLabelText(target), text)
  await save()
  expect(await screen.findByText('Tiene que ser un número entre 2 y 50.')).toBeVisible()
  expect(sentRequests('POST')).toEqual([])
})

describe('another target', () => {
  const holder = (name: string) => ({ customerId: name, name, family: false, rewards: 1 })
  const seven = ['Ana', 'Berta', 'Carla', 'Dora', 'Eva', 'Flor', 'Gala'].map(holder)
  const owedToSeven = { customers: 7, rewards: 8, free: 6, holders: seven }

  async function change(owed: object) {
    server.respond('post', '/business/targets/preview', owed)
    server.respond('patch', '/business', { ...business, visitTarget: 8 })
    await open()
    await write(target, '8')
    await save()
  }
  const question = () => screen.findByRole('dialog', { name: 'Cambiar lo que da la tarjeta' })

  test('first previews the customers who would be owed something', async () => {
    await change(owedToSeven)
    const dialog = await question()
    expect(dialog).toHaveTextContent(
      '7 clientes ya tendrían recompensa: les deberías 6 servicios gratis y 2 al 50 % desde hoy.',
    )
    const names = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    expect(names()).toEqual(['Ana', 'Berta', 'Carla', 'Dora', 'Eva'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ver los 7' }))
    expect(names()).toHaveLength(7)
    expect(sentRequests('POST')[0]?.body).toEqual({ visitTarget: 8 })
    expect(sentRequests('PATCH')).toEqual([])
  })

  test.each([
    ['Conceder 8 recompensas a 7 clientes', true],
    ['Guardar sin conceder', false],
  ])("then applies the owner's choice: %s", async (choice, grantReached) => {
    await change(owedToSeven)
    await userEvent.click(within(await question()).getByRole('button', { name: choice }))
    await waitFor(() => expect(sentRequests('PATCH')[0]?.body).toEqual({ visitTarget: 8, grantReached }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(/Guardado/)).toBeVisible()
  })

  test('makes the choice that owes rewards the less prominent one', async () => {
    await change(owedToSeven)
    const dialog = within(await question())
    const look = (name: string) => dialog.getByRole('button', { name }).className
    expect(look('Conceder 8 recompensas a 7 clientes')).toContain(buttonLook({ variant: 'secondary' }))
    expect(look('Guardar sin conceder')).toContain(buttonLook({ variant: 'primary' }))
  })

  test('changes nothing when the owner cancels', async () => {
    await change({ customers: 1, rewards: 1, free: 1, holders: [holder('Ana')] })
    const dialog = await question()
    expect(dialog).toHaveTextContent('1 cliente ya tendría recompensa: le deberías 1 servicio gratis')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sentRequests('PATCH')).toEqual([])
    expect(screen.getByLabelText(target)).toHaveValue('8')
  })

  test('that affects no customer is saved without a question', async () => {
    await change({ customers: 0, rewards: 0, free: 0, holders: [] })
    await waitFor(() =>
      expect(sentRequests('PATCH')[0]?.body).toEqual({ visitTarget: 8, grantReached: false }),
    )
    expect(await screen.findByText(/Guardado/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is not saved when its preview fails', async () => {
    server.respond('post', '/business/targets/preview', {}, 500)
    await open()
    await write(target, '8')
    await save()
    expect(await screen.findByText(/No se ha guardado nada/)).toBeVisible()
    expect(sentRequests('PATCH')).toEqual([])
  })
})

describe("the owners' week by e-mail", () => {
  test('is switched off, and nothing else is sent', async () => {
    server.respond('patch', '/business', { ...business, weekMail: false })
    await open({}, 'mensajes')
    await userEvent.click(screen.getByLabelText('Tu semana por correo, cada lunes'))
    await save()
    expect(await screen.findByText(/Guardado/)).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ weekMail: false })
  })

  test('shows that no e-mails are sent', async () => {
    await open({ emails: false }, 'mensajes')
    expect(await screen.findByText('Este servidor aún no envía correos, así que no llegará.')).toBeVisible()
  })
})

describe("the owners' week by WhatsApp", () => {
  const box = () => screen.findByLabelText('Recíbelo también por WhatsApp')

  test('is off until the owner chooses it and types a phone', async () => {
    server.respond('patch', '/business', { ...business, weekPhone: '+34600111222' })
    await open({}, 'mensajes')
    expect(await box()).not.toBeChecked()
    expect(screen.queryByLabelText('Tu número de WhatsApp')).toBeNull()
    await userEvent.click(await box())
    await userEvent.type(screen.getByLabelText('Tu número de WhatsApp'), '600 111 222')
    await save()
    expect(await screen.findByText(/Guardado/)).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ weekPhone: '600 111 222' })
  })

  test('ends when it is unchecked', async () => {
    server.respond('patch', '/business', { ...business, weekPhone: null })
    await open({ weekPhone: '+34600111222' }, 'mensajes')
    expect(screen.getByLabelText('Tu número de WhatsApp')).toHaveValue('+34 600 11 12 22')
    await userEvent.click(await box())
    await save()
    expect(await screen.findByText(/Guardado/)).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ weekPhone: null })
  })

  test('says that nothing is sent in trial mode', async () => {
    await open({ weekPhone: '+34600111222', whatsapp: 'TRIAL' }, 'mensajes')
    expect(await screen.findByText(/el resumen se anota y no sale/)).toBeVisible()
  })

  test('is not offered where the template is missing', async () => {
    await open({ sendsWeek: false }, 'mensajes')
    expect(await screen.findByText(/falta una plantilla aprobada/)).toBeVisible()
    expect(screen.queryByLabelText('Recíbelo también por WhatsApp')).toBeNull()
  })
})

describe('the messages to customers', () => {
  test('are shown with their recipients and texts', async () => {
    await open({}, 'mensajes')
    expect(await screen.findByText('Ahora pueden recibirlos 34 de 1200 clientes.')).toBeVisible()
    expect(screen.getByText(/Tienes el cumpleaños de uno/)).toBeVisible()
    expect(screen.getByText(/¡Feliz cumpleaños, Lucía!/)).toHaveTextContent('Publicidad de Barbería Demo.')
    expect(screen.getByText(marketing.oneMoreText)).toBeVisible()
    expect(screen.getByLabelText('Felicitar el cumpleaños')).not.toBeChecked()
    expect(screen.getByLabelText('Avisar de que falta una visita')).not.toBeChecked()
  })

  test('are enabled with other quiet hours, and nothing else is sent', async () => {
    const messageSettings = { birthdayMessages: true, quietFrom: '20:30', quietTo: '09:00' }
    server.respond('patch', '/business', { ...business, ...messageSettings })
    await open({}, 'mensajes')
    await userEvent.click(screen.getByLabelText('Felicitar el cumpleaños'))
    await userEvent.selectOptions(screen.getByLabelText('Sin mensajes desde las'), '20:30')
    await userEvent.selectOptions(screen.getByLabelText('hasta las'), '09:00')
    await save()
    expect(await screen.findByText(/Guardado/)).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual(messageSettings)
    expect(sentRequests('POST')).toEqual([])
  })

  test('with an unknown number of recipients can be changed, and the number can be loaded again', async () => {
    server.respond('get', '/business', business)
    server.respond('get', '/business/marketing', {}, 400)
    server.respond('get', '/business/poster', poster)
    await renderScreen(<SettingsScreen />, 'OWNER', '/?seccion=mensajes')
    expect(await screen.findByText('No se pudo contar a quién llegarían.')).toBeVisible()
    expect(screen.getByLabelText('Felicitar el cumpleaños')).toBeEnabled()
    server.respond('get', '/business/marketing', { ...marketing, customers: 1, withBirthday: 0 })
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Ahora puede recibirlos 1 de 1200 clientes.')).toBeVisible()
    expect(screen.getByText(/No tienes el cumpleaños de ninguno/)).toBeVisible()
  })

  test('have hours to choose from, including the saved one', () => {
    const clocks = timeOptions('08:00', '09:30', '08:15').map(({ value, label }) => `${value} ${label}`)
    expect(clocks).toEqual(['08:00 8:00', '08:15 8:15', '08:30 8:30', '09:00 9:00', '09:30 9:30'])
  })
})

// Spec: errors-37
test("a refusal shows at the refused field, or as the screen's own message", async () => {
  const errors = [{ field: 'name', message: 'Ese nombre no vale.' }]
  server.respond(
    'patch',
    '/business',
    { code: 'VALIDATION', message: 'Revisa los campos marcados.', errors },
    422,
  )
  await open({}, 'negocio')
  await write('Nombre', 'Otro')
  await save()
  await waitFor(() =>
    expect(screen.getByLabelText('Nombre')).toHaveAccessibleDescription('Ese nombre no vale.'),
  )
  server.respond('patch', '/business', {}, 500)
  await save()
  expect(await screen.findByText(/No se pudo guardar/)).toHaveTextContent('❌ No se pudo guardar.')
})

// Spec: errors-37
test('a business that fails to load can be loaded again', async () => {
  server.respond('get', '/business', {}, 400)
  await renderScreen(<SettingsScreen />)
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo cargar.')
  server.respond('get', '/business', business)
  server.respond('get', '/business/marketing', marketing)
  server.respond('get', '/business/poster', poster)
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByLabelText('Nombre')).toHaveValue('Barbería Demo')
})

test("the sign's colour is chosen by name, previewed on the card, and saved", async () => {
  await open()
  const card = () => screen.getByRole('img', { name: '0 de 10 visitas' }).closest('article')
  expect(screen.getByRole('radio', { name: 'Verde botella' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'Granate' }))
  expect(card()).toHaveAttribute('data-colour', 'RED')
  server.respond('patch', '/business', { ...business, colour: 'RED' })
  await save()
  await screen.findByText('Guardado.')
  expect(sentRequests('PATCH').map(({ body }) => body)).toEqual([{ colour: 'RED' }])
})

test('the owner allows barbers to enter paper cards', async () => {
  await open()
  const checkbox = screen.getByLabelText('Los barberos pueden anotar tarjetas de papel')
  expect(checkbox).not.toBeChecked()
  await userEvent.click(checkbox)
  server.respond('patch', '/business', { ...business, barberOpenings: true, version: 2 })
  await save()
  await waitFor(() => expect(sentRequests('PATCH')[0]?.body).toEqual({ barberOpenings: true }))
})
