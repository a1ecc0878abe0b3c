interface ImportMetaEnv {
  /** Where the API is when it is not beside the page. */
  readonly VITE_API_BASE?: string
  /** The host of the API, where neither the build nor the page says more. */
  readonly VITE_API_HOST?: string
}
