package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// example is a call that succeeds for an admitted caller. Its path is new for each call.
type example struct {
	path   func(*site) string
	body   func(*site) string // nil: no body
	status int
}

func examples() map[string]example {
	changePassword := func(*site) string {
		return `{"currentPassword":"` + servicetest.Password + `","newPassword":"corta"}`
	}
	visitBody := func(*site) string { return `{"notes":"Corte","authorized":false}` }
	recoveryBody := func(*site) string { return `{"email":"nadie@x.test"}` }
	linkBody := func(*site) string { return `{"token":"gastado","newPassword":"Navaja y peine 7"}` }
	return map[string]example{
		"GET /healthz": {fixedPath("/healthz"), nil, http.StatusOK},
		"GET /readyz":  {fixedPath("/readyz"), nil, http.StatusOK},

		"GET /public/businesses/{id}":             {ofShop("/public/businesses/%s"), nil, http.StatusOK},
		"GET /public/businesses/{id}/logo/{name}": {ofLogo, nil, http.StatusOK},
		"GET /public/businesses/{id}/legal":       {ofShop("/public/businesses/%s/legal"), nil, http.StatusOK},
		"GET /public/fixed-business":              {fixedPath("/public/fixed-business"), nil, http.StatusOK},
		"POST /public/customers/register":         {fixedPath("/public/customers/register"), registerBody, http.StatusCreated},
		"POST /public/customers/children":         {fixedPath("/public/customers/children"), registeredChildBody, http.StatusCreated},
		"GET /public/customers/{id}":              {ofQR("/public/customers/%s"), nil, http.StatusOK},
		"GET /public/customers/{id}/qr.png":       {ofQR("/public/customers/%s/qr.png"), nil, http.StatusOK},
		// See TestApplePasses_Device_RegistersAndUpdates.
		"GET /public/customers/{id}/pass.pkpass":     {ofQR("/public/customers/%s/pass.pkpass"), nil, http.StatusNotFound},
		"GET /public/customers/{id}/passes.pkpasses": {ofQR("/public/customers/%s/passes.pkpasses"), nil, http.StatusNotFound},
		"GET /public/customers/{id}/pass.png":        {ofQR("/public/customers/%s/pass.png"), nil, http.StatusNotFound},
		"GET /public/wallet/{id}":                    {ofQR("/public/wallet/%s"), nil, http.StatusSeeOther},
		"GET /public/customers/{id}/visits":          {ofQR("/public/customers/%s/visits"), nil, http.StatusOK},
		"POST /public/customers/{id}/unsubscribe":    {ofQR("/public/customers/%s/unsubscribe"), fixedBody(`{"reason":"USER_REQUEST"}`), http.StatusOK},
		"GET /public/customers/{id}/google-pass":     {ofQR("/public/customers/%s/google-pass"), nil, http.StatusNotFound},
		"GET /public/customers/{id}/google-passes":   {ofQR("/public/customers/%s/google-passes"), nil, http.StatusNotFound},

		"POST /public/customers/{id}/phone-proof": {ofQR("/public/customers/%s/phone-proof"), nil, http.StatusOK},
		"GET /public/customers/{id}/phone-proof":  {ofQR("/public/customers/%s/phone-proof"), nil, http.StatusOK},

		"POST /auth/login":                   {fixedPath("/auth/login"), loginBody, http.StatusOK},
		"POST /auth/logout":                  {fixedPath("/auth/logout"), nil, http.StatusOK},
		"GET /auth/tried":                    {fixedPath("/auth/tried"), nil, http.StatusOK},
		"GET /auth/password-recovery":        {fixedPath("/auth/password-recovery"), nil, http.StatusOK},
		"POST /auth/password-recovery":       {fixedPath("/auth/password-recovery"), recoveryBody, http.StatusOK},
		"POST /auth/password-recovery/reset": {fixedPath("/auth/password-recovery/reset"), linkBody, http.StatusConflict},
		"POST /auth/invitation":              {fixedPath("/auth/invitation"), fixedBody(`{"token":"gastado"}`), http.StatusConflict},
		"POST /auth/invitation/accept":       {fixedPath("/auth/invitation/accept"), linkBody, http.StatusConflict},
		"POST /auth/organisation":            {fixedPath("/auth/organisation"), nil, http.StatusConflict},
		"POST /auth/organisation/complete":   {fixedPath("/auth/organisation/complete"), fixedBody(`{"state":"uno","code":"dos"}`), http.StatusConflict},
		"GET /auth/second-factor":            {fixedPath("/auth/second-factor"), nil, http.StatusOK},
		"GET /auth/session":                  {fixedPath("/auth/session"), nil, http.StatusOK},
		"GET /auth/sessions":                 {fixedPath("/auth/sessions"), nil, http.StatusOK},
		"DELETE /auth/sessions/{id}":         {fixedPath("/auth/sessions/nada"), nil, http.StatusNotFound},
		"POST /auth/sessions/close-others":   {fixedPath("/auth/sessions/close-others"), nil, http.StatusOK},
		// The account has no second factor.
		"POST /auth/second-factor":                       {fixedPath("/auth/second-factor"), fixedBody(`{"code":"123456"}`), http.StatusConflict},
		"DELETE /auth/second-factor":                     {fixedPath("/auth/second-factor"), nil, http.StatusConflict},
		"POST /auth/second-factor/enrolment":             {fixedPath("/auth/second-factor/enrolment"), nil, http.StatusOK},
		"POST /auth/second-factor/enrolment/confirm":     {fixedPath("/auth/second-factor/enrolment/confirm"), fixedBody(`{"code":"nada"}`), http.StatusUnprocessableEntity},
		"POST /auth/second-factor/recovery-codes":        {fixedPath("/auth/second-factor/recovery-codes"), nil, http.StatusConflict},
		"GET /auth/second-factor/passkeys":               {fixedPath("/auth/second-factor/passkeys"), nil, http.StatusOK},
		"POST /auth/second-factor/passkeys":              {fixedPath("/auth/second-factor/passkeys"), fixedBody(createdPasskey), http.StatusUnprocessableEntity},
		"PATCH /auth/second-factor/passkeys/{id}":        {fixedPath("/auth/second-factor/passkeys/nada"), fixedBody(`{"name":"Llave"}`), http.StatusNotFound},
		"DELETE /auth/second-factor/passkeys/{id}":       {fixedPath("/auth/second-factor/passkeys/nada"), nil, http.StatusNotFound},
		"POST /auth/second-factor/passkeys/registration": {fixedPath("/auth/second-factor/passkeys/registration"), nil, http.StatusOK},
		"POST /auth/second-factor/passkeys/assertion":    {fixedPath("/auth/second-factor/passkeys/assertion"), nil, http.StatusConflict},
		"POST /auth/second-factor/passkey":               {fixedPath("/auth/second-factor/passkey"), fixedBody(signedChallenge), http.StatusConflict},
		"POST /auth/recent/passkey":                      {fixedPath("/auth/recent/passkey"), fixedBody(signedChallenge), http.StatusConflict},
		"POST /auth/recent":                              {fixedPath("/auth/recent"), fixedBody(`{"password":"` + servicetest.Password + `"}`), http.StatusOK},
		"DELETE /users/{id}/second-factor":               {ofBarber("/users/%s/second-factor"), nil, http.StatusConflict},
		// A successful change would end the tokens of the other rows, so these calls fail.
		"POST /auth/change-password": {fixedPath("/auth/change-password"), changePassword, http.StatusUnprocessableEntity},
		"PATCH /users/me/password":   {fixedPath("/users/me/password"), changePassword, http.StatusUnprocessableEntity},
		"POST /users/me/password":    {fixedPath("/users/me/password"), changePassword, http.StatusUnprocessableEntity},
		"POST /me/password":          {fixedPath("/me/password"), changePassword, http.StatusUnprocessableEntity},

		"POST /auth/customer/request": {fixedPath("/auth/customer/request"), codeBody, http.StatusOK},
		// No code was sent, so every code is wrong.
		"POST /auth/customer/verify":              {fixedPath("/auth/customer/verify"), checkBody, http.StatusUnauthorized},
		"POST /auth/customer/release":             {fixedPath("/auth/customer/release"), checkBody, http.StatusUnauthorized},
		"GET /auth/customer/ways":                 {ofShop("/auth/customer/ways?businessId=%s"), nil, http.StatusOK},
		"POST /auth/customer/message":             {fixedPath("/auth/customer/message"), messageBody, http.StatusOK},
		"POST /auth/customer/message/check":       {fixedPath("/auth/customer/message/check"), fixedBody(`{"ticket":"nada"}`), http.StatusUnauthorized},
		"POST /portal/me/phone/release":           {fixedPath("/portal/me/phone/release"), nil, http.StatusOK},
		"POST /portal/me/logout":                  {fixedPath("/portal/me/logout"), nil, http.StatusOK},
		"GET /portal/me":                          {fixedPath("/portal/me"), nil, http.StatusOK},
		"GET /portal/me/data":                     {fixedPath("/portal/me/data"), nil, http.StatusOK},
		"PATCH /portal/me/data":                   {fixedPath("/portal/me/data"), fixedBody(`{"name":"Carmen","email":"carmen@correo.test","birthday":"1990-05-17"}`), http.StatusOK},
		"GET /portal/me/data.csv":                 {fixedPath("/portal/me/data.csv"), nil, http.StatusOK},
		"POST /portal/me/consents":                {fixedPath("/portal/me/consents"), fixedBody(`{"kind":"EMAIL","granted":true}`), http.StatusOK},
		"POST /portal/me/erasure":                 {fixedPath("/portal/me/erasure"), nil, http.StatusOK},
		"GET /portal/me/adjustments":              {fixedPath("/portal/me/adjustments"), nil, http.StatusOK},
		"GET /portal/me/visits":                   {fixedPath("/portal/me/visits"), nil, http.StatusOK},
		"GET /portal/me/live":                     {fixedPath("/portal/me/live"), nil, http.StatusOK},
		"GET /portal/me/cards":                    {fixedPath("/portal/me/cards"), nil, http.StatusOK},
		"POST /portal/me/qr/change":               {fixedPath("/portal/me/qr/change"), nil, http.StatusOK},
		"GET /portal/me/sessions":                 {fixedPath("/portal/me/sessions"), nil, http.StatusOK},
		"DELETE /portal/me/sessions/{id}":         {fixedPath("/portal/me/sessions/another"), nil, http.StatusNotFound},
		"POST /portal/me/sessions/close":          {fixedPath("/portal/me/sessions/close"), fixedBody(`{"butThis":true}`), http.StatusOK},
		"POST /portal/me/cards/{id}/open":         {ofCustomer("/portal/me/cards/%s/open"), nil, http.StatusNotFound},
		"POST /portal/me/children/{id}/own-phone": {ofCustomer("/portal/me/children/%s/own-phone"), fixedBody(`{"phone":"698765432","acceptedPrivacy":true}`), http.StatusNotFound},
		// The feature is switched off: see TestUsual_Portal_ShowsAndWithdraws.
		"GET /portal/me/usual":                      {fixedPath("/portal/me/usual"), nil, http.StatusConflict},
		"GET /portal/me/usual/pictures/{pictureId}": {fixedPath("/portal/me/usual/pictures/x"), nil, http.StatusConflict},
		"POST /portal/me/children":                  {fixedPath("/portal/me/children"), fixedBody(childBody), http.StatusCreated},
		"GET /portal/me/rewards":                    {fixedPath("/portal/me/rewards"), nil, http.StatusOK},

		"GET /released-phones":                         {fixedPath("/released-phones"), nil, http.StatusOK},
		"POST /released-phones/{id}/seen":              {ofCustomer("/released-phones/%s/seen"), nil, http.StatusOK},
		"GET /registrations/unverified":                {fixedPath("/registrations/unverified"), nil, http.StatusOK},
		"GET /registrations/unverified/{day}":          {fixedPath("/registrations/unverified/2026-03-26"), nil, http.StatusOK},
		"POST /registrations/unverified/{day}/discard": {fixedPath("/registrations/unverified/2026-03-26/discard"), fixedBody(`{"asOf":"2026-03-26T12:00:00Z"}`), http.StatusOK},
		"POST /registrations/discards/{id}/restore":    {fixedPath("/registrations/discards/1/restore"), nil, http.StatusNotFound},

		"GET /business":                       {fixedPath("/business"), nil, http.StatusOK},
		"PATCH /business":                     {fixedPath("/business"), settingsBody, http.StatusOK},
		"POST /business/logo":                 {fixedPath("/business/logo"), logoBody, http.StatusOK},
		"DELETE /business/logo":               {fixedPath("/business/logo"), nil, http.StatusOK},
		"GET /business/poster":                {fixedPath("/business/poster"), nil, http.StatusOK},
		"GET /business/poster.pdf":            {fixedPath("/business/poster.pdf?size=A6"), nil, http.StatusOK},
		"POST /business/targets/preview":      {fixedPath("/business/targets/preview"), fixedBody(`{"visitTarget":8,"vipVisitTarget":3,"halfRewardEnabled":false}`), http.StatusOK},
		"POST /business/export":               {fixedPath("/business/export"), nil, http.StatusOK},
		"POST /business/restore":              {fixedPath("/business/restore"), copyBody, http.StatusConflict},
		"POST /business/customers/export":     {fixedPath("/business/customers/export"), fixedBody(`{"format":"vcf"}`), http.StatusOK},
		"GET /business/first-steps":           {fixedPath("/business/first-steps"), nil, http.StatusOK},
		"PATCH /business/first-steps":         {fixedPath("/business/first-steps"), fixedBody(`{"hidden":true}`), http.StatusOK},
		"POST /business/first-steps":          {fixedPath("/business/first-steps"), fixedBody(`{"step":"STAFF","done":true}`), http.StatusOK},
		"GET /business/marketing":             {fixedPath("/business/marketing"), nil, http.StatusOK},
		"GET /business/week":                  {fixedPath("/business/week"), nil, http.StatusOK},
		"GET /business/lost":                  {fixedPath("/business/lost"), nil, http.StatusOK},
		"GET /reports/services":               {fixedPath("/reports/services?date=2026-03-26&range=month"), nil, http.StatusOK},
		"GET /reports/services/charts":        {fixedPath("/reports/services/charts?range=day"), nil, http.StatusOK},
		"GET /reports/services/file":          {fixedPath("/reports/services/file?format=xlsx"), nil, http.StatusOK},
		"GET /reports/staff":                  {fixedPath("/reports/staff?from=2026-03-01&to=2026-03-26&compare=year"), nil, http.StatusOK},
		"GET /reports/staff/file":             {fixedPath("/reports/staff/file"), nil, http.StatusOK},
		"GET /reports/returns":                {fixedPath("/reports/returns"), nil, http.StatusOK},
		"GET /reports/returns/file":           {fixedPath("/reports/returns/file"), nil, http.StatusOK},
		"GET /reports/cohorts":                {fixedPath("/reports/cohorts"), nil, http.StatusOK},
		"GET /reports/cohorts/file":           {fixedPath("/reports/cohorts/file"), nil, http.StatusOK},
		"GET /reports/card":                   {fixedPath("/reports/card?from=2026-03-01&to=2026-03-26&compare=year"), nil, http.StatusOK},
		"GET /reports/card/customers":         {fixedPath("/reports/card/customers?step=FIRST_VISIT"), nil, http.StatusOK},
		"GET /reports/card/file":              {fixedPath("/reports/card/file"), nil, http.StatusOK},
		"GET /reports/hours":                  {fixedPath("/reports/hours"), nil, http.StatusOK},
		"GET /reports/hours/file":             {fixedPath("/reports/hours/file"), nil, http.StatusOK},
		"GET /reports/absent":                 {fixedPath("/reports/absent"), nil, http.StatusOK},
		"GET /reports/absent/customers":       {fixedPath("/reports/absent/customers?absence=AT_RISK"), nil, http.StatusOK},
		"GET /reports/absent/recovered":       {fixedPath("/reports/absent/recovered"), nil, http.StatusOK},
		"GET /reports/absent/greetings":       {fixedPath("/reports/absent/greetings"), nil, http.StatusOK},
		"GET /reports/absent/file":            {fixedPath("/reports/absent/file"), nil, http.StatusOK},
		"GET /reports/debt":                   {fixedPath("/reports/debt?from=2026-03-01&to=2026-03-26"), nil, http.StatusOK},
		"GET /activity":                       {fixedPath("/activity"), nil, http.StatusOK},
		"GET /activity/file":                  {fixedPath("/activity/file"), nil, http.StatusOK},
		"GET /activity/refused-sign-ins":      {fixedPath("/activity/refused-sign-ins"), nil, http.StatusOK},
		"GET /reports/debt/file":              {fixedPath("/reports/debt/file"), nil, http.StatusOK},
		"GET /cp/businesses":                  {fixedPath("/cp/businesses"), nil, http.StatusOK},
		"POST /cp/businesses":                 {fixedPath("/cp/businesses"), openBody, http.StatusCreated},
		"PATCH /cp/businesses/{id}":           {ofShop("/cp/businesses/%s"), sendingBody, http.StatusOK},
		"POST /cp/businesses/{id}/suspend":    {ofNewShop("/cp/businesses/%s/suspend"), nil, http.StatusOK},
		"POST /cp/businesses/{id}/reactivate": {ofNewShop("/cp/businesses/%s/reactivate"), nil, http.StatusOK},
		"GET /cp/businesses/{id}/export":      {ofShop("/cp/businesses/%s/export"), nil, http.StatusOK},
		"GET /cp/overview":                    {fixedPath("/cp/overview"), nil, http.StatusOK},
		"GET /cp/mail":                        {fixedPath("/cp/mail"), nil, http.StatusOK},
		"GET /cp/wa/token":                    {fixedPath("/cp/wa/token"), nil, http.StatusOK},
		"GET /cp/wallet":                      {fixedPath("/cp/wallet"), nil, http.StatusOK},
		"GET /cp/backup":                      {fixedPath("/cp/backup"), nil, http.StatusOK},
		"POST /cp/backup":                     {fixedPath("/cp/backup"), nil, http.StatusConflict},
		"POST /cp/mail/trial":                 {fixedPath("/cp/mail/trial"), nil, http.StatusConflict},
		"GET /cp/version":                     {fixedPath("/cp/version"), nil, http.StatusOK},
		"GET /cp/wa/messages":                 {fixedPath("/cp/wa/messages"), nil, http.StatusOK},
		"GET /cp/wa/restored":                 {fixedPath("/cp/wa/restored"), nil, http.StatusOK},
		"POST /cp/wa/restored":                {fixedPath("/cp/wa/restored"), fixedBody(`{"decision":"RELEASE"}`), http.StatusConflict},

		"POST /wallet/v1/devices/{device}/registrations/{passType}/{serial}":   {fixedPath("/wallet/v1/devices/t/registrations/p/s"), fixedBody(`{"pushToken":"abcdef0123"}`), http.StatusUnauthorized},
		"DELETE /wallet/v1/devices/{device}/registrations/{passType}/{serial}": {fixedPath("/wallet/v1/devices/t/registrations/p/s"), nil, http.StatusUnauthorized},
		"GET /wallet/v1/devices/{device}/registrations/{passType}":             {fixedPath("/wallet/v1/devices/t/registrations/p"), nil, http.StatusNotFound},
		"GET /wallet/v1/passes/{passType}/{serial}":                            {fixedPath("/wallet/v1/passes/p/s"), nil, http.StatusUnauthorized},
		"GET /wallet/badges/{name}":                                            {fixedPath("/wallet/badges/apple.svg"), nil, http.StatusNotFound},
		"GET /wallet/google/pictures/{name}":                                   {fixedPath("/wallet/google/pictures/strip.png"), nil, http.StatusNotFound},
		"POST /wallet/google/callback":                                         {fixedPath("/wallet/google/callback"), fixedBody(`{"signature":"","protocolVersion":"","signedMessage":"","intermediateSigningKey":{"signedKey":"","signatures":[]}}`), http.StatusNotFound},
		"POST /wallet/v1/log":                                                  {fixedPath("/wallet/v1/log"), fixedBody(`{"logs":["nada"]}`), http.StatusOK},

		"GET /wa/webhook": {fixedPath("/wa/webhook?hub.mode=subscribe&hub.challenge=42&hub.verify_token=" + verifyToken), nil, http.StatusOK},
		// The notice is not signed.
		"POST /wa/webhook": {fixedPath("/wa/webhook"), fixedBody(`{}`), http.StatusUnauthorized},

		"GET /wa/status":                  {fixedPath("/wa/status"), nil, http.StatusOK},
		"GET /customers/wa/status":        {fixedPath("/customers/wa/status"), nil, http.StatusOK},
		"GET /whatsapp/status":            {fixedPath("/whatsapp/status"), nil, http.StatusOK},
		"GET /integrations/wa/status":     {fixedPath("/integrations/wa/status"), nil, http.StatusOK},
		"GET /cp/wa/status":               {fixedPath("/cp/wa/status"), nil, http.StatusOK},
		"OPTIONS /wa/status":              {fixedPath("/wa/status"), nil, http.StatusNoContent},
		"OPTIONS /customers/wa/status":    {fixedPath("/customers/wa/status"), nil, http.StatusNoContent},
		"OPTIONS /whatsapp/status":        {fixedPath("/whatsapp/status"), nil, http.StatusNoContent},
		"OPTIONS /integrations/wa/status": {fixedPath("/integrations/wa/status"), nil, http.StatusNoContent},
		"OPTIONS /cp/wa/status":           {fixedPath("/cp/wa/status"), nil, http.StatusNoContent},

		"GET /users":              {fixedPath("/users"), nil, http.StatusOK},
		"POST /users":             {fixedPath("/users"), userBody, http.StatusCreated},
		"POST /users/invitations": {fixedPath("/users/invitations"), invitedBody, http.StatusCreated},
		// See TestInvitation_Link_JoinsOnce.
		"POST /users/{id}/invitation":           {ofBarber("/users/%s/invitation"), nil, http.StatusConflict},
		"POST /users/{id}/reset-password":       {ofBarber("/users/%s/reset-password"), nil, http.StatusOK},
		"POST /admin/users/{id}/reset-password": {ofBarber("/admin/users/%s/reset-password"), nil, http.StatusOK},
		"POST /cp/users/{id}/reset-password":    {ofBarber("/cp/users/%s/reset-password"), nil, http.StatusOK},
		"PATCH /users/{id}/password":            {ofBarber("/users/%s/password"), fixedBody(`{"newPassword":"Otra-1234"}`), http.StatusOK},
		"POST /users/reset-password":            {fixedPath("/users/reset-password"), resetBody, http.StatusOK},
		"POST /users/{id}/disable":              {ofBarber("/users/%s/disable"), nil, http.StatusOK},
		"POST /users/{id}/enable":               {ofBarber("/users/%s/enable"), nil, http.StatusOK},

		"GET /customers":               {fixedPath("/customers"), nil, http.StatusOK},
		"POST /customers":              {fixedPath("/customers"), customerBody, http.StatusCreated},
		"POST /customers/lookup":       {fixedPath("/customers/lookup"), lookupBody, http.StatusOK},
		"GET /customers/{id}":          {ofCustomer("/customers/%s"), nil, http.StatusOK},
		"GET /customers/qr-labels.pdf": {fixedPath("/customers/qr-labels.pdf"), nil, http.StatusOK},
		"PATCH /customers/{id}":        {ofCustomer("/customers/%s"), changeBody, http.StatusOK},
		"DELETE /customers/{id}":       {ofCustomer("/customers/%s"), nil, http.StatusOK},

		"GET /customers/{id}/children":  {ofCustomer("/customers/%s/children"), nil, http.StatusOK},
		"POST /customers/{id}/children": {ofCustomer("/customers/%s/children"), fixedBody(childBody), http.StatusCreated},
		// The customer is no child: see TestOwnPhone_AtTheCounter_SetsThePhone.
		"POST /customers/{id}/own-phone":   {ofCustomer("/customers/%s/own-phone"), fixedBody(`{"phone":"698765432","acceptedPrivacy":true}`), http.StatusConflict},
		"GET /customers/{id}/family/offer": {ofCustomer("/customers/%s/family/offer"), nil, http.StatusOK},
		// The customer has no children: see TestFamilyOffer_Guardian_IsOneFamily.
		"POST /customers/{id}/family":      {ofCustomer("/customers/%s/family"), fixedBody(`{"customerIds":["leo"]}`), http.StatusConflict},
		"POST /customers/{id}/merge":       {ofCustomer("/customers/%s/merge"), mergeBody, http.StatusCreated},
		"GET /customers/{id}/merges":       {ofCustomer("/customers/%s/merges"), nil, http.StatusOK},
		"GET /customers/{id}/consents":     {ofCustomer("/customers/%s/consents"), nil, http.StatusOK},
		"DELETE /customers/{id}/greeting":  {ofCustomer("/customers/%s/greeting?at=2026-03-26T09:00:00Z"), nil, http.StatusOK},
		"GET /customers/{id}/greeting":     {ofCustomer("/customers/%s/greeting"), nil, http.StatusOK},
		"POST /customers/{id}/greeting":    {ofCustomer("/customers/%s/greeting"), fixedBody(`{"invites":false}`), http.StatusOK},
		"POST /customers/{id}/unsubscribe": {ofCustomer("/customers/%s/unsubscribe"), nil, http.StatusOK},
		"POST /merges/{id}/undo":           {ofMerge, nil, http.StatusOK},

		"GET /customers/{id}/texts":       {ofCustomer("/customers/%s/texts"), nil, http.StatusOK},
		"GET /customers/{id}/messages":    {ofCustomer("/customers/%s/messages"), nil, http.StatusOK},
		"POST /customers/{id}/qr/change":  {ofCustomer("/customers/%s/qr/change"), nil, http.StatusOK},
		"POST /customers/{id}/qr/send":    {ofCustomer("/customers/%s/qr/send"), nil, http.StatusOK},
		"POST /customers/{id}/visits":     {ofCustomer("/customers/%s/visits"), visitBody, http.StatusCreated},
		"POST /app/customers/{id}/visits": {ofCustomer("/app/customers/%s/visits"), visitBody, http.StatusCreated},
		"POST /visits":                    {fixedPath("/visits"), visitOfBody, http.StatusCreated},
		"POST /customers/visits/by-phone": {fixedPath("/customers/visits/by-phone"), visitByPhoneBody, http.StatusCreated},
		"GET /customers/{id}/visits":      {ofCustomer("/customers/%s/visits"), nil, http.StatusOK},
		"GET /app/customers/{id}/visits":  {ofCustomer("/app/customers/%s/visits"), nil, http.StatusOK},
		"GET /visits":                     {ofCustomer("/visits?customerId=%s"), nil, http.StatusOK},
		"DELETE /visits/{id}":             {ofVisit, nil, http.StatusOK},

		"DELETE /customers/{id}/claimed-stamps":       {ofCustomer("/customers/%s/claimed-stamps"), nil, http.StatusOK},
		"GET /customers/{id}/opening-balance/preview": {openingPreview, nil, http.StatusOK},
		"POST /customers/{id}/opening-balance":        {ofCustomer("/customers/%s/opening-balance"), openingBody, http.StatusCreated},
		// The call has no key; TestCorrection_WithKey_AddsStampsOnce sends one.
		"POST /customers/{id}/corrections": {ofCustomer("/customers/%s/corrections"), fixedBody(`{"stamps":1,"reason":"No se escaneó"}`), http.StatusUnprocessableEntity},
		"GET /customers/{id}/adjustments":  {ofCustomer("/customers/%s/adjustments"), nil, http.StatusOK},
		"POST /adjustments/{id}/undo":      {ofOpening, nil, http.StatusOK},

		"GET /customers/{id}/usual":                         {ofUsual(""), nil, http.StatusOK},
		"PATCH /customers/{id}/usual":                       {ofUsual(""), fixedBody(`{"note":"Al 2"}`), http.StatusOK},
		"POST /customers/{id}/usual/consent":                {ofUsual("/consent"), fixedBody(`{"granted":true}`), http.StatusOK},
		"POST /customers/{id}/usual/pictures":               {ofUsual("/pictures"), photoBody, http.StatusCreated},
		"GET /customers/{id}/usual/pictures/{pictureId}":    {ofUsualPicture, nil, http.StatusOK},
		"DELETE /customers/{id}/usual/pictures/{pictureId}": {ofUsualPicture, nil, http.StatusOK},

		"POST /imports":               {fixedPath("/imports?fileName=clientes.csv"), fixedBody(sentFile), http.StatusCreated},
		"POST /imports/copy":          {withRoomForImports("/imports/copy?fileName=copia.zip"), copyBody, http.StatusCreated},
		"GET /imports":                {fixedPath("/imports"), nil, http.StatusOK},
		"GET /imports/{id}":           {ofImport(loyalty.ImportChecked, ""), nil, http.StatusOK},
		"PATCH /imports/{id}":         {ofImport(loyalty.ImportChecked, ""), fixedBody(`{"unknownAsNote":true,"samePerson":[{"row":2,"customerId":"none"}]}`), http.StatusOK},
		"POST /imports/{id}/start":    {ofImport(loyalty.ImportChecked, "/start"), nil, http.StatusOK},
		"POST /imports/{id}/undo":     {ofImport(loyalty.ImportDone, "/undo"), nil, http.StatusOK},
		"DELETE /imports/{id}":        {ofImport(loyalty.ImportChecked, ""), nil, http.StatusOK},
		"GET /imports/{id}/customers": {ofImport(loyalty.ImportDone, "/customers"), nil, http.StatusOK},
		"GET /imports/{id}/rejects":   {ofImport(loyalty.ImportChecked, "/rejects"), nil, http.StatusOK},

		"POST /visits/{id}/undo":      {ofOwnVisit("/undo"), nil, http.StatusOK},
		"POST /visits/{id}/served-by": {ofOwnVisit("/served-by"), servedByBody, http.StatusOK},
		"GET /visits/own":             {fixedPath("/visits/own"), nil, http.StatusOK},

		"POST /visits/{id}/removal-request":        {ofOwnVisit("/removal-request"), nil, http.StatusOK},
		"POST /visits/{id}/removal-request/refuse": {ofRemovalRequest, nil, http.StatusOK},
		"GET /visits/removal-requests":             {fixedPath("/visits/removal-requests"), nil, http.StatusOK},

		"GET /customers/{id}/progress":                   {ofCustomer("/customers/%s/progress"), nil, http.StatusOK},
		"GET /customers/{id}/rewards":                    {ofCustomer("/customers/%s/rewards"), nil, http.StatusOK},
		"POST /customers/{id}/rewards/{rewardId}/redeem": {ofReward, nil, http.StatusOK},

		"POST /customers/{id}/rewards/{rewardId}/take-back": {ofGivenReward, fixedBody(`{"reason":"Era para otra persona"}`), http.StatusOK},

		"GET /visits/waiting":                {fixedPath("/visits/waiting"), nil, http.StatusOK},
		"POST /visits/waiting/{id}/register": {ofWaiting("/visits/waiting/%s/register"), nil, http.StatusOK},
		"POST /visits/waiting/{id}/discard":  {ofWaiting("/visits/waiting/%s/discard"), nil, http.StatusOK},

		"GET /devices":                  {fixedPath("/devices"), nil, http.StatusOK},
		"POST /devices":                 {fixedPath("/devices"), fixedBody(`{"name":"Tablet caja"}`), http.StatusCreated},
		"PATCH /devices/{id}":           {ofDevice("/devices/%s"), fixedBody(`{"name":"Barra"}`), http.StatusOK},
		"POST /devices/{id}/revoke":     {ofDevice("/devices/%s/revoke"), nil, http.StatusOK},
		"POST /public/devices/enrol":    {fixedPath("/public/devices/enrol"), fixedBody(`{"code":"nada"}`), http.StatusConflict},
		"POST /public/devices/handover": {fixedPath("/public/devices/handover"), fixedBody(`{"token":"nada","visits":[]}`), http.StatusUnauthorized},

		"POST /devices/{id}/visits/{visitId}/register": {ofHanded("/devices/%s/visits/%s/register"), nil, http.StatusOK},
		"POST /devices/{id}/visits/{visitId}/discard":  {ofHanded("/devices/%s/visits/%s/discard"), nil, http.StatusOK},

		"GET /counter/staff":    {fixedPath("/counter/staff"), nil, http.StatusOK},
		"GET /counter/snapshot": {fixedPath("/counter/snapshot"), nil, http.StatusOK},
		"GET /counter/today":    {fixedPath("/counter/today"), nil, http.StatusOK},

		"GET /families":                                   {fixedPath("/families"), nil, http.StatusOK},
		"POST /families":                                  {fixedPath("/families"), fixedBody(`{"name":"Familia Rojas","policy":"POOL"}`), http.StatusCreated},
		"GET /families/{id}":                              {ofFamily("/families/%s"), nil, http.StatusOK},
		"PATCH /families/{id}":                            {ofFamily("/families/%s"), fixedBody(`{"name":"Familia Vera","policy":"INDIVIDUAL"}`), http.StatusOK},
		"DELETE /families/{id}":                           {ofEmptyFamily("/families/%s"), nil, http.StatusOK},
		"GET /families/{id}/policy/preview":               {ofFamily("/families/%s/policy/preview?policy=INDIVIDUAL"), nil, http.StatusOK},
		"POST /families/{id}/members":                     {ofEmptyFamily("/families/%s/members"), memberBody, http.StatusCreated},
		"PATCH /families/{id}/members/{customerId}/role":  {ofMember("/families/%s/members/%s/role"), fixedBody(`{"role":"PRIMARY"}`), http.StatusOK},
		"DELETE /families/{id}/members/{customerId}":      {ofMember("/families/%s/members/%s"), nil, http.StatusOK},
		"GET /families/{id}/members/{customerId}/preview": {ofMember("/families/%s/members/%s/preview"), nil, http.StatusOK},
	}
}

func table() []route { return (&API{}).routes() }

func (r route) String() string { return r.method + " " + r.path }

func TestRoutes_Examples_AreComplete(t *testing.T) {
	rows := examples()
	for _, r := range table() {
		if _, found := rows[r.String()]; !found {
			t.Errorf("%s has no row in examples(): nothing tests who may call it and what it refuses", r)
		}
		delete(rows, r.String())
	}
	for name := range rows {
		t.Errorf("examples() has a row for %s, which is not a route", name)
	}
}

func addParameter(path, parameter string) string {
	if strings.Contains(path, "?") {
		return path + "&" + parameter
	}
	return path + "?" + parameter
}
