import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { BackupNotice, BackupStatus } from './BackupStatus'

const server = mockServer()
const at = '2001-01-02T03:00:00Z'

function Backup() {
  return (
    <>
      <BackupNotice />
      <BackupStatus />
    </>
  )
}

test.each([
  [{ at, old: false, nightly: true }, /^Última copia de seguridad: hace \d+ años ?(Hacer|$)/],
  [{ at: null, old: true, nightly: false }, /: no consta ninguna\. Cómo se programa/],
])('%j is shown without a warning', async (backup, words) => {
  server.respond('get', '/cp/backup', backup)
  const { container } = await renderScreen(<Backup />, 'SUPERADMIN')
  await screen.findByText(/Última copia/)
  expect(container.textContent).toMatch(words)
  expect(screen.queryByRole('status')).toBeNull()
})

// Spec: families-10
test.each([
  [
    { at, old: true, nightly: true },
    /tiene más de 36 horas.*: hace \d+ años\.No se pudo hacer la copia nocturna\. Mira si el disco/,
  ],
  [
    { at, old: true, nightly: false },
    /tiene más de 36 horas.*No hay copia nocturna programada\. Cómo se programa/,
  ],
  [
    { at: null, old: true, nightly: true },
    /Aún no hay ninguna copia.*El servidor hace la primera a los pocos minutos/,
  ],
])('%j is a warning with advice', async (backup, words) => {
  server.respond('get', '/cp/backup', backup)
  await renderScreen(<Backup />, 'SUPERADMIN')
  expect((await screen.findByRole('status')).textContent).toMatch(words)
})

test('a status that fails to load is not a warning', async () => {
  server.respond('get', '/cp/backup', {}, 404)
  await renderScreen(<Backup />, 'SUPERADMIN')
  expect(
    await screen.findByText('No se pudo saber cuándo se hizo la última copia de seguridad.'),
  ).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a backup starts at once, and the button shows that it is running', async () => {
  server.respond('get', '/cp/backup', { at, old: false, nightly: true, running: false, failed: false })
  server.respond('post', '/cp/backup', { at, old: false, nightly: true, running: true, failed: false })
  await renderScreen(<Backup />, 'SUPERADMIN')
  await userEvent.click(await screen.findByRole('button', { name: 'Hacer una copia ahora' }))
  expect(await screen.findByRole('button', { name: 'Haciendo una copia…' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
})

test('a failed backup warns and shows where to look, until another one is running', async () => {
  server.respond('get', '/cp/backup', { at, old: false, nightly: true, running: false, failed: true })
  await renderScreen(<Backup />, 'SUPERADMIN')
  expect(await screen.findByText('No se pudo hacer la copia.')).toBeVisible()
  expect(screen.getByText('No se pudo hacer la última copia de seguridad')).toBeVisible()
  expect(screen.getByRole('link', { name: /^Qué mirar si la copia no se hace/ })).toBeVisible()
  server.respond('post', '/cp/backup', { at, old: false, nightly: true, running: true, failed: true })
  await userEvent.click(screen.getByRole('button', { name: 'Hacer una copia ahora' }))
  await screen.findByRole('button', { name: 'Haciendo una copia…' })
  expect(screen.queryByText('No se pudo hacer la última copia de seguridad')).toBeNull()
})
