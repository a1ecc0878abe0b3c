import { createApi } from './client'

/** API client of the public pages, without a session. */
export const publicApi = createApi()
