import { createApi } from './client'

export const publicApi = createApi()
