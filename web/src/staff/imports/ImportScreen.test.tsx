import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Import } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { checkedImport } from './examples'
import { ImportScreen } from './ImportScreen'

const server = mockServer()

const open = (storedImport: Import) => {
  server.respond('get', `/imports/${storedImport.id}`, storedImport)
  return renderScreen(<ImportScreen />, 'OWNER', '/?id=i1')
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const sentRequests = (method: string, path: string) =>
  server.requests.filter((request) => request.method === method && request.path === path)

describe('the file', () => {
  test('is sent once, with its name, and its import is shown', async () => {
    server.respond('get', '/imports', { items: [], total: 0, nextCursor: null })
    server.respond('get', '/imports/i1', checkedImport)
    await renderScreen(<ImportScreen />)
    expect(await screen.findByText('Todavía no has importado ningún archivo')).toBeVisible()
    server.respond('post', '/imports', checkedImport, 201)
    const file = new File(['Cliente'], 'clientes.csv')
    await userEvent.upload(screen.getByLabelText('Elegir archivo', { selector: 'input' }), file)
    expect(await screen.findByText('Qué va a pasar')).toBeVisible()
    const [post, ...others] = sentRequests('POST', '/imports')
    expect(others).toEqual([])
    expect(post?.search.get('fileName')).toBe('clientes.csv')
    expect(post?.headers.get('Idempotency-Key')).toBeTruthy()
    expect(post?.headers.get('Content-Type')).toBe('application/octet-stream')
  })

  test('can be dropped on the screen', async () => {
    server.respond('get', '/imports', { items: [], total: 0, nextCursor: null })
    server.respond('get', '/imports/i1', checkedImport)
    server.respond('post', '/imports', checkedImport, 201)
    await renderScreen(<ImportScreen />)
    const files = [new File(['1'], 'lista.csv')]
    fireEvent.drop(await screen.findByText('O suéltalo aquí.'), { dataTransfer: { files } })
    expect(await screen.findByText('Qué va a pasar')).toBeVisible()
    expect(sentRequests('POST', '/imports')[0]?.search.get('fileName')).toBe('lista.csv')
  })

  test('of more than 10 MB is refused before it is sent', async () => {
    server.respond('get', '/imports', { items: [], total: 0, nextCursor: null })
    await renderScreen(<ImportScreen />)
    await screen.findByText('Todavía no has importado ningún archivo')
    const file = new File([new Uint8Array(10 * 2 ** 20 + 1)], 'todos.csv')
    fireEvent.drop(screen.getByText('O suéltalo aquí.'), { dataTransfer: { files: [file] } })
    expect(await screen.findByRole('alert')).toHaveTextContent('El archivo ocupa más de 10 MB.')
    expect(sentRequests('POST', '/imports')).toHaveLength(0)
  })

  test('that cannot be read is explained on the same screen', async () => {
    server.respond('get', '/imports', { items: [], total: 0, nextCursor: null })
    const message = 'Es un Excel antiguo (.xls). Guárdalo como .xlsx.'
    server.respond('post', '/imports', { code: 'IMPORT_UNREADABLE', message }, 422)
    await renderScreen(<ImportScreen />)
    await screen.findByText('Todavía no has importado ningún archivo')
    fireEvent.drop(screen.getByText('O suéltalo aquí.'), {
      dataTransfer: { files: [new File(['x'], 'viejo.xls')] },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeEnabled()
  })
})

test('the earlier imports are listed with links', async () => {
  server.respond('get', '/imports', {
    items: [{ ...checkedImport, state: 'DONE' }],
    total: 1,
    nextCursor: null,
  })
  await renderScreen(<ImportScreen />)
  const link = await screen.findByRole('link', { name: 'clientes.csv' })
  expect(link).toHaveAttribute('href', '/app/importar?id=i1')
  expect(link.closest('li')).toHaveTextContent(/Eva · .*Importado · 120 filas/)
})

describe('a checked file', () => {
  // Spec: checkin-20
  test('says which rows will be imported, and which will not', async () => {
    await open(checkedImport)
    await screen.findByText('Qué va a pasar')
    for (const [name, count] of Object.entries({
      'Clientes nuevos': '100',
      'No se importan': '6',
      'Sellos que traen': '300',
    })) {
      expect(screen.getByText(name).parentElement).toHaveTextContent(`${name}${count}`)
    }
    expect(screen.getByText(/^12 clientes empezarían con recompensa/)).toBeVisible()
    expect(
      screen.getByText(/^30 filas dicen si el cliente acepta publicidad. Un permiso no se importa/),
    ).toBeVisible()
    expect(screen.getByText(/^1 cliente de menos de 14 años no se importa/)).toBeVisible()
    const table = screen.getByRole('table', { name: /Filas que no se importan/ })
    expect(within(table).getByText('El teléfono no es válido.')).toBeVisible()
    expect(screen.getByText('Se ven las primeras 1. Todas están en el archivo.')).toBeVisible()
  })

  test('shows three samples of each column, whose meaning can be changed', async () => {
    await open(checkedImport)
    const select = await screen.findByLabelText('Qué hay en «Color»')
    expect(select).toHaveValue('')
    expect(screen.getByText('Luis Peña')).toBeVisible()
    server.respond('patch', '/imports/i1', { ...checkedImport, state: 'CHECKING', version: 3, done: 0 })
    await userEvent.selectOptions(select, 'Sellos o visitas')
    await waitFor(() => expect(sentRequests('PATCH', '/imports/i1')).toHaveLength(1))
    const [patch] = sentRequests('PATCH', '/imports/i1')
    expect(patch?.body).toEqual({ columns: [{ index: 2, field: 'stamps' }] })
    expect(patch?.headers.get('If-Match')).toBe('"2"')
    expect(await screen.findByText('Comprobando el archivo')).toBeVisible()
  })

  test('counts the ignored columns, and offers to import them as a note', async () => {
    await open(checkedImport)
    expect(await screen.findByText('1 columna no se importa: Color.')).toBeVisible()
    server.respond('patch', '/imports/i1', { ...checkedImport, version: 3, unknownAsNote: true })
    await userEvent.click(screen.getByLabelText(/Guardar lo que no se importa en la nota/))
    await waitFor(() =>
      expect(sentRequests('PATCH', '/imports/i1')[0]?.body).toEqual({ unknownAsNote: true }),
    )
    await waitFor(() => expect(screen.getByLabelText(/Guardar lo que no se importa/)).toBeChecked())
  })

  test('asks for the order of its dates before it can start', async () => {
    await open({ ...checkedImport, dateOrder: { decided: false, order: 'DMY' } })
    const order = await screen.findByLabelText('Cómo están escritas las fechas')
    expect(screen.getByRole('button', { name: 'Importar 100 clientes' })).toBeDisabled()
    server.respond('patch', '/imports/i1', {
      ...checkedImport,
      version: 3,
      dateOrder: { decided: true, order: 'MDY' },
    })
    await userEvent.selectOptions(order, 'MDY')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Importar 100 clientes' })).toBeEnabled())
    expect(sentRequests('PATCH', '/imports/i1')[0]?.body).toEqual({ dateOrder: 'MDY' })
  })

  test('is not changed after another user has changed it', async () => {
    await open(checkedImport)
    const select = await screen.findByLabelText('Qué hay en «Color»')
    server.respond('patch', '/imports/i1', { code: 'IMPORT_CHANGED', message: 'Alguien ha cambiado' }, 409)
    server.respond('get', '/imports/i1', {
      ...checkedImport,
      columns: checkedImport.columns.map((column) => ({ ...column, field: null })),
      version: 9,
    })
    await userEvent.selectOptions(select, 'Correo')
    expect(await screen.findByText(/Alguien ha cambiado/)).toBeVisible()
    expect(sentRequests('PATCH', '/imports/i1')).toHaveLength(1)
  })

  test('is changed if only its state has advanced after it was loaded', async () => {
    await open({ ...checkedImport, state: 'CHECKING', version: 1 })
    const select = await screen.findByLabelText('Qué hay en «Color»')
    server.respond('patch', '/imports/i1', { ...checkedImport, state: 'CHECKING', version: 3 })
    server.respondOnce(
      'patch',
      '/imports/i1',
      { code: 'IMPORT_CHANGED', message: 'Alguien ha cambiado' },
      409,
    )
    server.respond('get', '/imports/i1', checkedImport)
    await userEvent.selectOptions(select, 'Correo')
    await waitFor(() => expect(sentRequests('PATCH', '/imports/i1')).toHaveLength(2))
    expect(sentRequests('PATCH', '/imports/i1')[1]?.headers.get('If-Match')).toBe('"2"')
    expect(screen.queryByText(/Alguien ha cambiado/)).toBeNull()
  })

  test('that changes nothing cannot be imported', async () => {
    await open({ ...checkedImport, result: { ...checkedImport.result, new: 0, merged: 0, known: 114 } })
    expect(await screen.findByText(/Este archivo no cambia nada/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Importar' })).toBeDisabled()
  })

  test('is imported with the version that was seen', async () => {
    await open(checkedImport)
    await screen.findByText('Qué va a pasar')
    server.respond('post', '/imports/i1/start', {
      ...checkedImport,
      state: 'IMPORTING',
      version: 3,
      done: 40,
    })
    await press('Importar 100 clientes')
    expect(await screen.findByText('40 de 120')).toBeVisible()
    expect(screen.getByText(/Puedes salir de esta pantalla/)).toBeVisible()
    expect(sentRequests('POST', '/imports/i1/start')[0]?.headers.get('If-Match')).toBe('"2"')
  })

  test('is discarded', async () => {
    await open(checkedImport)
    await screen.findByText('Qué va a pasar')
    server.respond('delete', '/imports/i1', { ok: true })
    server.respond('get', '/imports', { items: [], total: 0, nextCursor: null })
    await press('Descartar el archivo')
    expect(await screen.findByText('Todavía no has importado ningún archivo')).toBeVisible()
  })
})

describe('rows of a known customer with another name', () => {
  const rows = [
    { row: 3, name: 'Mari', customerId: 'c1', customerName: 'María López', samePerson: false },
    { row: 5, name: 'Pedro', customerId: 'c2', customerName: 'Ana Ruiz', samePerson: false },
  ]
  const importWithNames: Import = { ...checkedImport, otherNames: rows }
  const box = (name: RegExp) => screen.getByRole('checkbox', { name })

  test('are declared the same person by the owner, and checked again before the import', async () => {
    await open(importWithNames)
    await screen.findByText('¿Es la misma persona?')
    for (const name of [/Mari es María López/, /Pedro es Ana Ruiz/, /Todas las que se ven/]) {
      expect(box(name)).not.toBeChecked()
    }
    expect(screen.getByRole('button', { name: 'Guardar y comprobar otra vez' })).toBeDisabled()
    await userEvent.click(box(/Mari es María López/))
    expect(screen.getByRole('button', { name: 'Importar 100 clientes' })).toBeDisabled()
    expect(screen.getByText(/guárdalo antes de importar/)).toBeVisible()
    server.respond('patch', '/imports/i1', {
      ...importWithNames,
      otherNames: [],
      state: 'CHECKING',
      version: 3,
    })
    server.respond('get', '/imports/i1', {
      ...importWithNames,
      otherNames: rows.map((row) => ({ ...row, samePerson: row.row === 3 })),
      version: 4,
    })
    await press('Guardar y comprobar otra vez')
    await waitFor(() => expect(sentRequests('PATCH', '/imports/i1')).toHaveLength(1))
    const [patch] = sentRequests('PATCH', '/imports/i1')
    expect(patch?.body).toEqual({ samePerson: [{ row: 3, customerId: 'c1' }] })
    expect(patch?.headers.get('If-Match')).toBe('"2"')
    expect(
      await screen.findByRole('checkbox', { name: /Mari es María López/ }, { timeout: 5000 }),
    ).toBeChecked()
    expect(box(/Pedro es Ana Ruiz/)).not.toBeChecked()
    expect(screen.getByRole('button', { name: 'Importar 100 clientes' })).toBeEnabled()
  })

  test('are deselected and chosen all at once', async () => {
    await open({ ...importWithNames, otherNames: rows.map((row) => ({ ...row, samePerson: true })) })
    const all = await screen.findByRole('checkbox', { name: /Todas las que se ven/ })
    await userEvent.click(all)
    expect(box(/Mari es María López/)).not.toBeChecked()
    await userEvent.click(all)
    expect(box(/Mari es María López/)).toBeChecked()
    await userEvent.click(all)
    server.respond('patch', '/imports/i1', {
      ...importWithNames,
      otherNames: [],
      state: 'CHECKING',
      version: 3,
    })
    await press('Guardar y comprobar otra vez')
    await waitFor(() => expect(sentRequests('PATCH', '/imports/i1')[0]?.body).toEqual({ samePerson: [] }))
  })

  test('are not saved if the file was checked again meanwhile', async () => {
    await open(importWithNames)
    await userEvent.click(await screen.findByRole('checkbox', { name: /Todas las que se ven/ }))
    server.respond('patch', '/imports/i1', { code: 'IMPORT_CHANGED', message: 'Alguien ha cambiado' }, 409)
    server.respond('get', '/imports/i1', { ...importWithNames, version: 9 })
    await press('Guardar y comprobar otra vez')
    expect(await screen.findByText(/Alguien ha cambiado/)).toBeVisible()
    expect(sentRequests('PATCH', '/imports/i1')).toHaveLength(1)
    expect(box(/Mari es María López/)).not.toBeChecked()
  })
})

test('the progress follows the worker until the end', async () => {
  await open({ ...checkedImport, state: 'IMPORTING', done: 30 })
  expect(await screen.findByText('30 de 120')).toBeVisible()
  server.respond('get', '/imports/i1', { ...checkedImport, state: 'DONE', undoUntil: '2099-01-02T10:00:00Z' })
  expect(await screen.findByText('Importación terminada', {}, { timeout: 5000 })).toBeVisible()
})

describe('an imported file', () => {
  const doneImport: Import = {
    ...checkedImport,
    state: 'DONE',
    finishedAt: '2026-11-20T10:01:00Z',
    undoUntil: '2099-01-02T10:00:00Z',
  }

  test('offers labels and the greeting by hand, and sends nothing', async () => {
    await open(doneImport)
    expect(await screen.findByText('Imprime o envía sus QR')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Descargar etiquetas (PDF)' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Escribirles uno a uno' })).toHaveAttribute(
      'href',
      '/app/importar/i1/escribir',
    )
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  // Spec: checkin-20
  test('is undone after a question that says what stays', async () => {
    await open(doneImport)
    expect(await screen.findByText('Se puede deshacer hasta el 2 de enero de 2099.')).toBeVisible()
    await press('Deshacer la importación')
    const dialog = screen.getByRole('dialog', { name: '¿Deshacer la importación?' })
    expect(dialog).toHaveTextContent(/Se quedan los clientes que desde entonces han venido/)
    const undone = {
      removed: 90,
      restored: 3,
      kept: 7,
      reasons: [{ reason: 'Han venido desde entonces', count: 7 }],
    }
    server.respond('post', '/imports/i1/undo', { ...doneImport, state: 'UNDONE', undoUntil: null, undone })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText('Importación deshecha')).toBeVisible()
    expect(screen.getByText('Han venido desde entonces').parentElement).toHaveTextContent(/7$/)
    expect(sentRequests('POST', '/imports/i1/undo')[0]?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  test('that ended early shows that rows are missing, and can be undone', async () => {
    await open({ ...doneImport, rows: 40, failure: 'Importa otra vez el mismo archivo.' })
    expect(await screen.findByText('La importación no ha leído todo el archivo')).toBeVisible()
    expect(screen.getByText('Importa otra vez el mismo archivo.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Deshacer la importación' })).toBeVisible()
  })

  test('of more than 30 days ago cannot be undone', async () => {
    await open({ ...doneImport, undoUntil: null })
    expect(await screen.findByText(/Ya no se puede deshacer/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Deshacer la importación' })).toBeNull()
  })
})

test('a failure shows its reason, and the file can be discarded', async () => {
  await open({ ...checkedImport, state: 'FAILED', failure: 'El archivo ya no se puede leer.' })
  expect(await screen.findByText('El archivo ya no se puede leer.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Descartar el archivo' })).toBeVisible()
})

test('an import that fails to load can be loaded again', async () => {
  server.respond('get', '/imports/i1', {}, 500)
  await renderScreen(<ImportScreen />, 'OWNER', '/?id=i1')
  await screen.findByText('No se pudo cargar la importación.')
  server.respond('get', '/imports/i1', checkedImport)
  await press('Reintentar')
  expect(await screen.findByText('Qué va a pasar')).toBeVisible()
})

test('an import that does not exist leads back to the imports, without another attempt', async () => {
  server.respond('get', '/imports/i1', { code: 'IMPORT_NOT_FOUND' }, 404)
  await renderScreen(<ImportScreen />, 'OWNER', '/?id=i1')
  expect(await screen.findByText('Esta importación no existe')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver las importaciones' })).toHaveAttribute('href', '/app/importar')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

describe('the copy of a business', () => {
  const copy = new File(['PK', 'x'.repeat(100), 'axioma.json'], 'negocio.zip')
  const choose = async (customers: number) => {
    server.respond('get', '/imports', { items: [], total: 0, nextCursor: null })
    server.respond('get', '/customers', { items: [], total: customers, nextCursor: null })
    await renderScreen(<ImportScreen />)
    await userEvent.upload(await screen.findByLabelText('Elegir archivo', { selector: 'input' }), copy)
    expect(await screen.findByText('negocio.zip')).toBeVisible()
  }
  const lines = (...events: object[]) => events.map((line) => `${JSON.stringify(line)}\n`).join('')

  // Spec: checkin-21
  test('is restored into a business without customers', async () => {
    await choose(0)
    expect(sentRequests('POST', '/imports')).toEqual([])
    const result = {
      exportedAt: '2026-11-20T10:00:00Z',
      customers: 300,
      visits: 4000,
      accounts: 2,
      renamedAccounts: ['rosa@x.test'],
      droppedMessages: 0,
      newShortAddress: false,
    }
    server.stream('post', '/business/restore', lines({ done: 5, total: 10 }, { done: 10, total: 10, result }))
    await screen.findByRole('button', { name: 'Restaurar el negocio' })
    await press('Restaurar el negocio')
    expect(await screen.findByText('300 clientes y 4000 visitas.')).toBeVisible()
    expect(screen.getByText(/2 cuentas del personal han vuelto desactivadas/)).toBeVisible()
    expect(screen.getByText('rosa@x.test')).toHaveAttribute('translate', 'no')
    expect(sentRequests('POST', '/business/restore')[0]?.headers.get('Content-Type')).toBe(
      'application/octet-stream',
    )
  })

  test('that fails late shows the reason, and can be tried again', async () => {
    await choose(0)
    const problem = { code: 'RESTORE_TAKEN', message: 'Ya están en otro negocio.' }
    server.stream('post', '/business/restore', lines({ done: 5, total: 10 }, { done: 5, total: 10, problem }))
    await screen.findByRole('button', { name: 'Restaurar el negocio' })
    await press('Restaurar el negocio')
    expect(await screen.findByText('Ya están en otro negocio.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restaurar el negocio' })).toBeEnabled()
  })

  test('imports only customers into a business that has some, after the usual check', async () => {
    await choose(12)
    expect(await screen.findByText(/Este negocio ya tiene clientes/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Restaurar el negocio' })).toBeNull()
    server.respond('get', '/imports/i1', checkedImport)
    server.respond('post', '/imports/copy', checkedImport, 201)
    await press('Comprobar los clientes')
    expect(await screen.findByText('Qué va a pasar')).toBeVisible()
    expect(sentRequests('POST', '/imports/copy')[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Importar otro archivo' }))
    expect(await screen.findByRole('button', { name: 'Elegir archivo' })).toBeVisible()
  })
})

test('the progress of a running import is announced in quarters', async () => {
  await open({ ...checkedImport, state: 'IMPORTING', done: 61 })
  expect(await screen.findByText('50 % hecho')).toBeInTheDocument()
})
