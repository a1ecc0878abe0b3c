interface ImportMetaEnv {
  /** When the API is on another origin. */
  readonly VITE_API_BASE?: string
  /** When neither the build nor the page sets the API's URL. */
  readonly VITE_API_HOST?: string
}
