import { queryOptions } from '@tanstack/react-query'
import { randomId } from '@/lib/ids'
import { readStored, writeStored } from '@/lib/storage'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { itemsOf } from './lists'
import type { Device, EnrolledDevice, HandedVisit, NewDevice } from './types'

const requesterKey = 'axioma.enrolling'

export const devicesQuery = () =>
  queryOptions({
    queryKey: businessKey('devices'),
    queryFn: async ({ signal }) => itemsOf<Device>(await unwrap(api.GET('/devices', { signal }))),
  })

export function addDevice(name: string): Promise<NewDevice> {
  return unwrap(api.POST('/devices', { body: { name } }))
}

export function renameDevice(id: string, name: string): Promise<Device> {
  return unwrap(api.PATCH('/devices/{id}', { params: { path: { id } }, body: { name } }))
}

export function revokeDevice(id: string): Promise<Device> {
  return unwrap(api.POST('/devices/{id}/revoke', { params: { path: { id } } }))
}

export const waitingVisitsQuery = () =>
  queryOptions({
    queryKey: businessKey('devices', 'waiting'),
    queryFn: async ({ signal }) => itemsOf<HandedVisit>(await unwrap(api.GET('/visits/waiting', { signal }))),
  })

export function settleWaitingVisit(id: string, act: 'register' | 'discard'): Promise<HandedVisit> {
  const params = { path: { id } }
  return act === 'register'
    ? unwrap(api.POST('/visits/waiting/{id}/register', { params }))
    : unwrap(api.POST('/visits/waiting/{id}/discard', { params }))
}

export function settleHandedVisit(
  id: string,
  visitId: string,
  act: 'register' | 'discard',
): Promise<HandedVisit> {
  const params = { path: { id, visitId } }
  return act === 'register'
    ? unwrap(api.POST('/devices/{id}/visits/{visitId}/register', { params }))
    : unwrap(api.POST('/devices/{id}/visits/{visitId}/discard', { params }))
}

/** Enrols this browser. It may send the code again after a lost response. */
export function enrolDevice(code: string): Promise<EnrolledDevice> {
  return unwrap(api.POST('/public/devices/enrol', { body: { code, asker: enrolmentRequester() } }))
}

function enrolmentRequester(): string {
  const storedValue = readStored(requesterKey)
  if (typeof storedValue === 'string') return storedValue
  const requester = randomId()
  writeStored(requesterKey, requester)
  return requester
}
