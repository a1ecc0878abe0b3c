import { useQueryClient } from '@tanstack/react-query'
import { device } from '@/api'
import {
  addDevice,
  devicesQuery,
  enrolDevice,
  renameDevice,
  revokeDevice,
  settleHandedVisit,
  settleWaitingVisit,
  waitingVisitsQuery,
} from '@/api/devices'
import type { Device } from '@/api/types'
import { notify } from '@/kit/notify'
import { refreshCustomers } from './refreshCustomers'
import { useAct } from './useAct'

export const deviceTexts = {
  add: { failed: 'No se pudo crear el código.' },
  rename: { failed: 'No se pudo guardar el nombre.' },
  revoke: { done: (name: string) => `«${name}» está de baja.`, failed: 'No se pudo dar de baja.' },
  enrol: { failed: 'No se pudo dar de alta.' },
  settle: { failed: 'No se pudo guardar.' },
} as const

/** Adds a device. Needs no idempotency key, because a device whose code is not used expires. */
export function useAddDevice() {
  const refreshDevices = useRefreshDevices()
  return useAct({
    mutationFn: addDevice,
    onSuccess: refreshDevices,
    // The code must not stay in memory once shown.
    gcTime: 0,
  })
}

export function useRenameDevice({ id }: Device, onRenamed: () => void) {
  const refreshDevices = useRefreshDevices()
  return useAct({
    mutationFn: (name: string) => renameDevice(id, name),
    onSuccess: () => {
      onRenamed()
      return refreshDevices()
    },
  })
}

export function useRevokeDevice(onRevoked: () => void) {
  const refreshDevices = useRefreshDevices()
  return useAct({
    mutationFn: ({ id }: Device) => revokeDevice(id),
    onSuccess: (_answer, { name }) => {
      notify.success(deviceTexts.revoke.done(name), name)
      onRevoked()
      return refreshDevices()
    },
  })
}

export function useEnrolDevice(onEnrolled: () => Promise<void>) {
  return useAct({
    mutationFn: enrolDevice,
    onSuccess: (enrolledDevice) => {
      device.enrol(enrolledDevice)
      return onEnrolled()
    },
  })
}

/** Registers or discards a handed-over visit. With `deviceId` null, it is a waiting visit of an unnamed device. */
export function useSettleHandedVisit(deviceId: string | null, visitId: string) {
  const client = useQueryClient()
  const refreshDevices = useRefreshDevices()
  return useAct({
    mutationFn: (act: 'register' | 'discard') =>
      deviceId === null ? settleWaitingVisit(visitId, act) : settleHandedVisit(deviceId, visitId, act),
    // After a conflict the lists must show the other person's decision.
    onSettled: refreshDevices,
    onSuccess: (_answer, act) => (act === 'register' ? refreshCustomers(client) : undefined),
  })
}

function useRefreshDevices(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [devicesQuery(), waitingVisitsQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
  }
}
