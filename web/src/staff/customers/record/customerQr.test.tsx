import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Role } from '@/api/types'
import { mockCustomerServer, press, region } from '@/test/customerRecord'

const { open } = mockCustomerServer()

describe('the QR', () => {
  // Spec: record-11, roles-18, limits-11
  test.each<[Role, boolean]>([
    ['BARBER', false],
    ['ADMIN', true],
    ['OWNER', true],
    ['SUPERADMIN', true],
  ])('%s may open the picture: %s', async (role, may) => {
    await open(role)
    const code = region('QR del cliente')
    expect(code.getByRole('img', { name: 'Código QR de Ana Gómez' })).toHaveAttribute('width', '192')
    expect(code.queryByRole('link', { name: 'Abrir PNG' }) !== null).toBe(may)
    expect(code.getByRole('link', { name: 'Descargar' })).toHaveAttribute('download', 'qr-ana01234.png')
  })

  // Spec: record-12
  test('has a close button that goes back', async () => {
    const router = await open()
    await press('Cerrar')
    await waitFor(() => expect(router.state.location.pathname).toBe('/unauthorized'))
  })
})
