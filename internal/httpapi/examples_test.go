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
		"GET /healthz": {at("/healthz"), nil, http.StatusOK},
		"GET /readyz":  {at("/readyz"), nil, http.StatusOK},

		"GET /public/businesses/{id}":             {ofShop("/public/businesses/%s"), nil, http.StatusOK},
		"GET /public/businesses/{id}/logo/{name}": {ofLogo, nil, http.StatusOK},
		"GET /public/businesses/{id}/legal":       {ofShop("/public/businesses/%s/legal"), nil, http.StatusOK},
		"GET /public/fixed-business":              {at("/public/fixed-business"), nil, http.StatusOK},
		"POST /public/customers/register":         {at("/public/customers/register"), registerBody, http.StatusCreated},
		"POST /public/customers/children":         {at("/public/customers/children"), registeredChildBody, http.StatusCreated},
		"GET /public/customers/{id}":              {ofQR("/public/customers/%s"), nil, http.StatusOK},
		"GET /public/customers/{id}/qr.png":       {ofQR("/public/customers/%s/qr.png"), nil, http.StatusOK},
		// See TestApplePasses_Device_RegistersAndUpdates.
		"GET /public/customers/{id}/pass.pkpass":     {ofQR("/public/customers/%s/pass.pkpass"), nil, http.StatusNotFound},
		"GET /public/customers/{id}/passes.pkpasses": {ofQR("/public/customers/%s/passes.pkpasses"), nil, http.StatusNotFound},
		"GET /public/customers/{id}/pass.png":        {ofQR("/public/customers/%s/pass.png"), nil, http.StatusNotFound},
		"GET /public/wallet/{id}":                    {ofQR("/public/wallet/%s"), nil, http.StatusSeeOther},
		"GET /public/customers/{id}/visits":          {ofQR("/public/customers/%s/visits"), nil, http.StatusOK},
		"POST /public/customers/{id}/unsubscribe":    {ofQR("/public/customers/%s/unsubscribe"), says(`{"reason":"USER_REQUEST"}`), http.StatusOK},
		"GET /public/customers/{id}/google-pass":     {ofQR("/public/customers/%s/google-pass"), nil, http.StatusNotFound},
		"GET /public/customers/{id}/google-passes":   {ofQR("/public/customers/%s/google-passes"), nil, http.StatusNotFound},

		"POST /public/customers/{id}/phone-proof": {ofQR("/public/customers/%s/phone-proof"), nil, http.StatusOK},
		"GET /public/customers/{id}/phone-proof":  {ofQR("/public/customers/%s/phone-proof"), nil, http.StatusOK},

		"POST /auth/login":                   {at("/auth/login"), loginBody, http.StatusOK},
		"POST /auth/logout":                  {at("/auth/logout"), nil, http.StatusOK},
		"GET /auth/tried":                    {at("/auth/tried"), nil, http.StatusOK},
		"GET /auth/password-recovery":        {at("/auth/password-recovery"), nil, http.StatusOK},
		"POST /auth/password-recovery":       {at("/auth/password-recovery"), recoveryBody, http.StatusOK},
		"POST /auth/password-recovery/reset": {at("/auth/password-recovery/reset"), linkBody, http.StatusConflict},
		"POST /auth/invitation":              {at("/auth/invitation"), says(`{"token":"gastado"}`), http.StatusConflict},
		"POST /auth/invitation/accept":       {at("/auth/invitation/accept"), linkBody, http.StatusConflict},
		"POST /auth/organisation":            {at("/auth/organisation"), nil, http.StatusConflict},
		"POST /auth/organisation/complete":   {at("/auth/organisation/complete"), says(`{"state":"uno","code":"dos"}`), http.StatusConflict},
		"GET /auth/second-factor":            {at("/auth/second-factor"), nil, http.StatusOK},
		"GET /auth/session":                  {at("/auth/session"), nil, http.StatusOK},
		"GET /auth/sessions":                 {at("/auth/sessions"), nil, http.StatusOK},
		"DELETE /auth/sessions/{id}":         {at("/auth/sessions/nada"), nil, http.StatusNotFound},
		"POST /auth/sessions/close-others":   {at("/auth/sessions/close-others"), nil, http.StatusOK},
		// The account has no second factor.
		"POST /auth/second-factor":                       {at("/auth/second-factor"), says(`{"code":"123456"}`), http.StatusConflict},
		"DELETE /auth/second-factor":                     {at("/auth/second-factor"), nil, http.StatusConflict},
		"POST /auth/second-factor/enrolment":             {at("/auth/second-factor/enrolment"), nil, http.StatusOK},
		"POST /auth/second-factor/enrolment/confirm":     {at("/auth/second-factor/enrolment/confirm"), says(`{"code":"nada"}`), http.StatusUnprocessableEntity},
		"POST /auth/second-factor/recovery-codes":        {at("/auth/second-factor/recovery-codes"), nil, http.StatusConflict},
		"GET /auth/second-factor/passkeys":               {at("/auth/second-factor/passkeys"), nil, http.StatusOK},
		"POST /auth/second-factor/passkeys":              {at("/auth/second-factor/passkeys"), says(createdPasskey), http.StatusUnprocessableEntity},
		"PATCH /auth/second-factor/passkeys/{id}":        {at("/auth/second-factor/passkeys/nada"), says(`{"name":"Llave"}`), http.StatusNotFound},
		"DELETE /auth/second-factor/passkeys/{id}":       {at("/auth/second-factor/passkeys/nada"), nil, http.StatusNotFound},
		"POST /auth/second-factor/passkeys/registration": {at("/auth/second-factor/passkeys/registration"), nil, http.StatusOK},
		"POST /auth/second-factor/passkeys/assertion":    {at("/auth/second-factor/passkeys/assertion"), nil, http.StatusConflict},
		"POST /auth/second-factor/passkey":               {at("/auth/second-factor/passkey"), says(signedChallenge), http.StatusConflict},
		"POST /auth/recent/passkey":                      {at("/auth/recent/passkey"), says(signedChallenge), http.StatusConflict},
		"POST /auth/recent":                              {at("/auth/recent"), says(`{"password":"` + servicetest.Password + `"}`), http.StatusOK},
		"DELETE /users/{id}/second-factor":               {ofBarber("/users/%s/second-factor"), nil, http.StatusConflict},
		// A successful change would end the tokens of the other rows, so these calls fail.
		"POST /auth/change-password": {at("/auth/change-password"), changePassword, http.StatusUnprocessableEntity},
		"PATCH /users/me/password":   {at("/users/me/password"), changePassword, http.StatusUnprocessableEntity},
		"POST /users/me/password":    {at("/users/me/password"), changePassword, http.StatusUnprocessableEntity},
		"POST /me/password":          {at("/me/password"), changePassword, http.StatusUnprocessableEntity},

		"POST /auth/customer/request": {at("/auth/customer/request"), codeBody, http.StatusOK},
		// No code was sent, so every code is wrong.
		"POST /auth/customer/verify":              {at("/auth/customer/verify"), checkBody, http.StatusUnauthorized},
		"POST /auth/customer/release":             {at("/auth/customer/release"), checkBody, http.StatusUnauthorized},
		"GET /auth/customer/ways":                 {ofShop("/auth/customer/ways?businessId=%s"), nil, http.StatusOK},
		"POST /auth/customer/message":             {at("/auth/customer/message"), messageBody, http.StatusOK},
		"POST /auth/customer/message/check":       {at("/auth/customer/message/check"), says(`{"ticket":"nada"}`), http.StatusUnauthorized},
		"POST /portal/me/phone/release":           {at("/portal/me/phone/release"), nil, http.StatusOK},
		"POST /portal/me/logout":                  {at("/portal/me/logout"), nil, http.StatusOK},
		"GET /portal/me":                          {at("/portal/me"), nil, http.StatusOK},
		"GET /portal/me/data":                     {at("/portal/me/data"), nil, http.StatusOK},
		"PATCH /portal/me/data":                   {at("/portal/me/data"), says(`{"name":"Carmen","email":"carmen@correo.test","birthday":"1990-05-17"}`), http.StatusOK},
		"GET /portal/me/data.csv":                 {at("/portal/me/data.csv"), nil, http.StatusOK},
		"POST /portal/me/consents":                {at("/portal/me/consents"), says(`{"kind":"EMAIL","granted":true}`), http.StatusOK},
		"POST /portal/me/erasure":                 {at("/portal/me/erasure"), nil, http.StatusOK},
		"GET /portal/me/adjustments":              {at("/portal/me/adjustments"), nil, http.StatusOK},
		"GET /portal/me/visits":                   {at("/portal/me/visits"), nil, http.StatusOK},
		"GET /portal/me/live":                     {at("/portal/me/live"), nil, http.StatusOK},
		"GET /portal/me/cards":                    {at("/portal/me/cards"), nil, http.StatusOK},
		"POST /portal/me/qr/change":               {at("/portal/me/qr/change"), nil, http.StatusOK},
		"GET /portal/me/sessions":                 {at("/portal/me/sessions"), nil, http.StatusOK},
		"DELETE /portal/me/sessions/{id}":         {at("/portal/me/sessions/another"), nil, http.StatusNotFound},
		"POST /portal/me/sessions/close":          {at("/portal/me/sessions/close"), says(`{"butThis":true}`), http.StatusOK},
		"POST /portal/me/cards/{id}/open":         {ofCustomer("/portal/me/cards/%s/open"), nil, http.StatusNotFound},
		"POST /portal/me/children/{id}/own-phone": {ofCustomer("/portal/me/children/%s/own-phone"), says(`{"phone":"698765432","acceptedPrivacy":true}`), http.StatusNotFound},
		// The feature is switched off: see TestUsual_Portal_ShowsAndWithdraws.
		"GET /portal/me/usual":                      {at("/portal/me/usual"), nil, http.StatusConflict},
		"GET /portal/me/usual/pictures/{pictureId}": {at("/portal/me/usual/pictures/x"), nil, http.StatusConflict},
		"POST /portal/me/children":                  {at("/portal/me/children"), says(childBody), http.StatusCreated},
		"GET /portal/me/rewards":                    {at("/portal/me/rewards"), nil, http.StatusOK},

		"GET /released-phones":                         {at("/released-phones"), nil, http.StatusOK},
		"POST /released-phones/{id}/seen":              {ofCustomer("/released-phones/%s/seen"), nil, http.StatusOK},
		"GET /registrations/unverified":                {at("/registrations/unverified"), nil, http.StatusOK},
		"GET /registrations/unverified/{day}":          {at("/registrations/unverified/2026-03-26"), nil, http.StatusOK},
		"POST /registrations/unverified/{day}/discard": {at("/registrations/unverified/2026-03-26/discard"), says(`{"asOf":"2026-03-26T12:00:00Z"}`), http.StatusOK},
		"POST /registrations/discards/{id}/restore":    {at("/registrations/discards/1/restore"), nil, http.StatusNotFound},

		"GET /business":                       {at("/business"), nil, http.StatusOK},
		"PATCH /business":                     {at("/business"), settingsBody, http.StatusOK},
		"POST /business/logo":                 {at("/business/logo"), logoBody, http.StatusOK},
		"DELETE /business/logo":               {at("/business/logo"), nil, http.StatusOK},
		"GET /business/poster":                {at("/business/poster"), nil, http.StatusOK},
		"GET /business/poster.pdf":            {at("/business/poster.pdf?size=A6"), nil, http.StatusOK},
		"POST /business/targets/preview":      {at("/business/targets/preview"), says(`{"visitTarget":8,"vipVisitTarget":3,"halfRewardEnabled":false}`), http.StatusOK},
		"POST /business/export":               {at("/business/export"), nil, http.StatusOK},
		"POST /business/restore":              {at("/business/restore"), copyBody, http.StatusConflict},
		"POST /business/customers/export":     {at("/business/customers/export"), says(`{"format":"vcf"}`), http.StatusOK},
		"GET /business/first-steps":           {at("/business/first-steps"), nil, http.StatusOK},
		"PATCH /business/first-steps":         {at("/business/first-steps"), says(`{"hidden":true}`), http.StatusOK},
		"POST /business/first-steps":          {at("/business/first-steps"), says(`{"step":"STAFF","done":true}`), http.StatusOK},
		"GET /business/marketing":             {at("/business/marketing"), nil, http.StatusOK},
		"GET /business/week":                  {at("/business/week"), nil, http.StatusOK},
		"GET /business/lost":                  {at("/business/lost"), nil, http.StatusOK},
		"GET /reports/services":               {at("/reports/services?date=2026-03-26&range=month"), nil, http.StatusOK},
		"GET /reports/services/charts":        {at("/reports/services/charts?range=day"), nil, http.StatusOK},
		"GET /reports/services/file":          {at("/reports/services/file?format=xlsx"), nil, http.StatusOK},
		"GET /reports/staff":                  {at("/reports/staff?from=2026-03-01&to=2026-03-26&compare=year"), nil, http.StatusOK},
		"GET /reports/staff/file":             {at("/reports/staff/file"), nil, http.StatusOK},
		"GET /reports/returns":                {at("/reports/returns"), nil, http.StatusOK},
		"GET /reports/returns/file":           {at("/reports/returns/file"), nil, http.StatusOK},
		"GET /reports/cohorts":                {at("/reports/cohorts"), nil, http.StatusOK},
		"GET /reports/cohorts/file":           {at("/reports/cohorts/file"), nil, http.StatusOK},
		"GET /reports/card":                   {at("/reports/card?from=2026-03-01&to=2026-03-26&compare=year"), nil, http.StatusOK},
		"GET /reports/card/customers":         {at("/reports/card/customers?step=FIRST_VISIT"), nil, http.StatusOK},
		"GET /reports/card/file":              {at("/reports/card/file"), nil, http.StatusOK},
		"GET /reports/hours":                  {at("/reports/hours"), nil, http.StatusOK},
		"GET /reports/hours/file":             {at("/reports/hours/file"), nil, http.StatusOK},
		"GET /reports/absent":                 {at("/reports/absent"), nil, http.StatusOK},
		"GET /reports/absent/customers":       {at("/reports/absent/customers?absence=AT_RISK"), nil, http.StatusOK},
		"GET /reports/absent/recovered":       {at("/reports/absent/recovered"), nil, http.StatusOK},
		"GET /reports/absent/greetings":       {at("/reports/absent/greetings"), nil, http.StatusOK},
		"GET /reports/absent/file":            {at("/reports/absent/file"), nil, http.StatusOK},
		"GET /reports/debt":                   {at("/reports/debt?from=2026-03-01&to=2026-03-26"), nil, http.StatusOK},
		"GET /activity":                       {at("/activity"), nil, http.StatusOK},
		"GET /activity/file":                  {at("/activity/file"), nil, http.StatusOK},
		"GET /activity/refused-sign-ins":      {at("/activity/refused-sign-ins"), nil, http.StatusOK},
		"GET /reports/debt/file":              {at("/reports/debt/file"), nil, http.StatusOK},
		"GET /cp/businesses":                  {at("/cp/businesses"), nil, http.StatusOK},
		"POST /cp/businesses":                 {at("/cp/businesses"), openBody, http.StatusCreated},
		"PATCH /cp/businesses/{id}":           {ofShop("/cp/businesses/%s"), sendingBody, http.StatusOK},
		"POST /cp/businesses/{id}/suspend":    {ofNewShop("/cp/businesses/%s/suspend"), nil, http.StatusOK},
		"POST /cp/businesses/{id}/reactivate": {ofNewShop("/cp/businesses/%s/reactivate"), nil, http.StatusOK},
		"GET /cp/businesses/{id}/export":      {ofShop("/cp/businesses/%s/export"), nil, http.StatusOK},
		"GET /cp/overview":                    {at("/cp/overview"), nil, http.StatusOK},
		"GET /cp/mail":                        {at("/cp/mail"), nil, http.StatusOK},
		"GET /cp/wa/token":                    {at("/cp/wa/token"), nil, http.StatusOK},
		"GET /cp/wallet":                      {at("/cp/wallet"), nil, http.StatusOK},
		"GET /cp/backup":                      {at("/cp/backup"), nil, http.StatusOK},
		"POST /cp/backup":                     {at("/cp/backup"), nil, http.StatusConflict},
		"POST /cp/mail/trial":                 {at("/cp/mail/trial"), nil, http.StatusConflict},
		"GET /cp/version":                     {at("/cp/version"), nil, http.StatusOK},
		"GET /cp/wa/messages":                 {at("/cp/wa/messages"), nil, http.StatusOK},
		"GET /cp/wa/restored":                 {at("/cp/wa/restored"), nil, http.StatusOK},
		"POST /cp/wa/restored":                {at("/cp/wa/restored"), says(`{"decision":"RELEASE"}`), http.StatusConflict},

		"POST /wallet/v1/devices/{device}/registrations/{passType}/{serial}":   {at("/wallet/v1/devices/t/registrations/p/s"), says(`{"pushToken":"abcdef0123"}`), http.StatusUnauthorized},
		"DELETE /wallet/v1/devices/{device}/registrations/{passType}/{serial}": {at("/wallet/v1/devices/t/registrations/p/s"), nil, http.StatusUnauthorized},
		"GET /wallet/v1/devices/{device}/registrations/{passType}":             {at("/wallet/v1/devices/t/registrations/p"), nil, http.StatusNotFound},
		"GET /wallet/v1/passes/{passType}/{serial}":                            {at("/wallet/v1/passes/p/s"), nil, http.StatusUnauthorized},
		"GET /wallet/badges/{name}":                                            {at("/wallet/badges/apple.svg"), nil, http.StatusNotFound},
		"GET /wallet/google/pictures/{name}":                                   {at("/wallet/google/pictures/strip.png"), nil, http.StatusNotFound},
		"POST /wallet/google/callback":                                         {at("/wallet/google/callback"), says(`{"signature":"","protocolVersion":"","signedMessage":"","intermediateSigningKey":{"signedKey":"","signatures":[]}}`), http.StatusNotFound},
		"POST /wallet/v1/log":                                                  {at("/wallet/v1/log"), says(`{"logs":["nada"]}`), http.StatusOK},

		"GET /wa/webhook": {at("/wa/webhook?hub.mode=subscribe&hub.challenge=42&hub.verify_token=" + verifyToken), nil, http.StatusOK},
		// The notice is not signed.
		"POST /wa/webhook": {at("/wa/webhook"), says(`{}`), http.StatusUnauthorized},

		"GET /wa/status":                  {at("/wa/status"), nil, http.StatusOK},
		"GET /customers/wa/status":        {at("/customers/wa/status"), nil, http.StatusOK},
		"GET /whatsapp/status":            {at("/whatsapp/status"), nil, http.StatusOK},
		"GET /integrations/wa/status":     {at("/integrations/wa/status"), nil, http.StatusOK},
		"GET /cp/wa/status":               {at("/cp/wa/status"), nil, http.StatusOK},
		"OPTIONS /wa/status":              {at("/wa/status"), nil, http.StatusNoContent},
		"OPTIONS /customers/wa/status":    {at("/customers/wa/status"), nil, http.StatusNoContent},
		"OPTIONS /whatsapp/status":        {at("/whatsapp/status"), nil, http.StatusNoContent},
		"OPTIONS /integrations/wa/status": {at("/integrations/wa/status"), nil, http.StatusNoContent},
		"OPTIONS /cp/wa/status":           {at("/cp/wa/status"), nil, http.StatusNoContent},

		"GET /users":              {at("/users"), nil, http.StatusOK},
		"POST /users":             {at("/users"), userBody, http.StatusCreated},
		"POST /users/invitations": {at("/users/invitations"), invitedBody, http.StatusCreated},
		// See TestInvitation_Link_JoinsOnce.
		"POST /users/{id}/invitation":           {ofBarber("/users/%s/invitation"), nil, http.StatusConflict},
		"POST /users/{id}/reset-password":       {ofBarber("/users/%s/reset-password"), nil, http.StatusOK},
		"POST /admin/users/{id}/reset-password": {ofBarber("/admin/users/%s/reset-password"), nil, http.StatusOK},
		"POST /cp/users/{id}/reset-password":    {ofBarber("/cp/users/%s/reset-password"), nil, http.StatusOK},
		"PATCH /users/{id}/password":            {ofBarber("/users/%s/password"), says(`{"newPassword":"Otra-1234"}`), http.StatusOK},
		"POST /users/reset-password":            {at("/users/reset-password"), resetBody, http.StatusOK},
		"POST /users/{id}/disable":              {ofBarber("/users/%s/disable"), nil, http.StatusOK},
		"POST /users/{id}/enable":               {ofBarber("/users/%s/enable"), nil, http.StatusOK},

		"GET /customers":               {at("/customers"), nil, http.StatusOK},
		"POST /customers":              {at("/customers"), customerBody, http.StatusCreated},
		"POST /customers/lookup":       {at("/customers/lookup"), lookupBody, http.StatusOK},
		"GET /customers/{id}":          {ofCustomer("/customers/%s"), nil, http.StatusOK},
		"GET /customers/qr-labels.pdf": {at("/customers/qr-labels.pdf"), nil, http.StatusOK},
		"PATCH /customers/{id}":        {ofCustomer("/customers/%s"), changeBody, http.StatusOK},
		"DELETE /customers/{id}":       {ofCustomer("/customers/%s"), nil, http.StatusOK},

		"GET /customers/{id}/children":  {ofCustomer("/customers/%s/children"), nil, http.StatusOK},
		"POST /customers/{id}/children": {ofCustomer("/customers/%s/children"), says(childBody), http.StatusCreated},
		// The customer is no child: see TestOwnPhone_AtTheCounter_SetsThePhone.
		"POST /customers/{id}/own-phone":   {ofCustomer("/customers/%s/own-phone"), says(`{"phone":"698765432","acceptedPrivacy":true}`), http.StatusConflict},
		"GET /customers/{id}/family/offer": {ofCustomer("/customers/%s/family/offer"), nil, http.StatusOK},
		// The customer has no children: see TestFamilyOffer_Guardian_IsOneFamily.
		"POST /customers/{id}/family":      {ofCustomer("/customers/%s/family"), says(`{"customerIds":["leo"]}`), http.StatusConflict},
		"POST /customers/{id}/merge":       {ofCustomer("/customers/%s/merge"), mergeBody, http.StatusCreated},
		"GET /customers/{id}/merges":       {ofCustomer("/customers/%s/merges"), nil, http.StatusOK},
		"GET /customers/{id}/consents":     {ofCustomer("/customers/%s/consents"), nil, http.StatusOK},
		"DELETE /customers/{id}/greeting":  {ofCustomer("/customers/%s/greeting?at=2026-03-26T09:00:00Z"), nil, http.StatusOK},
		"GET /customers/{id}/greeting":     {ofCustomer("/customers/%s/greeting"), nil, http.StatusOK},
		"POST /customers/{id}/greeting":    {ofCustomer("/customers/%s/greeting"), says(`{"invites":false}`), http.StatusOK},
		"POST /customers/{id}/unsubscribe": {ofCustomer("/customers/%s/unsubscribe"), nil, http.StatusOK},
		"POST /merges/{id}/undo":           {ofMerge, nil, http.StatusOK},

		"GET /customers/{id}/texts":       {ofCustomer("/customers/%s/texts"), nil, http.StatusOK},
		"GET /customers/{id}/messages":    {ofCustomer("/customers/%s/messages"), nil, http.StatusOK},
		"POST /customers/{id}/qr/change":  {ofCustomer("/customers/%s/qr/change"), nil, http.StatusOK},
		"POST /customers/{id}/qr/send":    {ofCustomer("/customers/%s/qr/send"), nil, http.StatusOK},
		"POST /customers/{id}/visits":     {ofCustomer("/customers/%s/visits"), visitBody, http.StatusCreated},
		"POST /app/customers/{id}/visits": {ofCustomer("/app/customers/%s/visits"), visitBody, http.StatusCreated},
		"POST /visits":                    {at("/visits"), visitOfBody, http.StatusCreated},
		"POST /customers/visits/by-phone": {at("/customers/visits/by-phone"), visitByPhoneBody, http.StatusCreated},
		"GET /customers/{id}/visits":      {ofCustomer("/customers/%s/visits"), nil, http.StatusOK},
		"GET /app/customers/{id}/visits":  {ofCustomer("/app/customers/%s/visits"), nil, http.StatusOK},
		"GET /visits":                     {ofCustomer("/visits?customerId=%s"), nil, http.StatusOK},
		"DELETE /visits/{id}":             {ofVisit, nil, http.StatusOK},

		"DELETE /customers/{id}/claimed-stamps":       {ofCustomer("/customers/%s/claimed-stamps"), nil, http.StatusOK},
		"GET /customers/{id}/opening-balance/preview": {openingPreview, nil, http.StatusOK},
		"POST /customers/{id}/opening-balance":        {ofCustomer("/customers/%s/opening-balance"), openingBody, http.StatusCreated},
		// The call has no key; TestCorrection_WithKey_AddsStampsOnce sends one.
		"POST /customers/{id}/corrections": {ofCustomer("/customers/%s/corrections"), says(`{"stamps":1,"reason":"No se escaneó"}`), http.StatusUnprocessableEntity},
		"GET /customers/{id}/adjustments":  {ofCustomer("/customers/%s/adjustments"), nil, http.StatusOK},
		"POST /adjustments/{id}/undo":      {ofOpening, nil, http.StatusOK},

		"GET /customers/{id}/usual":                         {ofUsual(""), nil, http.StatusOK},
		"PATCH /customers/{id}/usual":                       {ofUsual(""), says(`{"note":"Al 2"}`), http.StatusOK},
		"POST /customers/{id}/usual/consent":                {ofUsual("/consent"), says(`{"granted":true}`), http.StatusOK},
		"POST /customers/{id}/usual/pictures":               {ofUsual("/pictures"), photoBody, http.StatusCreated},
		"GET /customers/{id}/usual/pictures/{pictureId}":    {ofUsualPicture, nil, http.StatusOK},
		"DELETE /customers/{id}/usual/pictures/{pictureId}": {ofUsualPicture, nil, http.StatusOK},

		"POST /imports":             {at("/imports?fileName=clientes.csv"), says(sentFile), http.StatusCreated},
		"POST /imports/copy":        {withRoomForImports("/imports/copy?fileName=copia.zip"), copyBody, http.StatusCreated},
		"GET /imports":              {at("/imports"), nil, http.StatusOK},
		"GET /imports/{id}":         {ofImport(loyalty.ImportChecked, ""), nil, http.StatusOK},
		"PATCH /imports/{id}":       {ofImport(loyalty.ImportChecked, ""), says(`{"unknownAsNote":true,"samePerson":[{"row":2,"customerId":"none"}]}`), http.StatusOK},
		"POST /imports/{id}/start":  {ofImport(loyalty.ImportChecked, "/start"), nil, http.StatusOK},
		"POST /imports/{id}/undo":   {ofImport(loyalty.ImportDone, "/undo"), nil, http.StatusOK},
		"DELETE /imports/{id}":      {ofImport(loyalty.ImportChecked, ""), nil, http.StatusOK},
		"GET /imports/{id}/rejects": {ofImport(loyalty.ImportChecked, "/rejects"), nil, http.StatusOK},

		"POST /visits/{id}/undo":      {ofOwnVisit("/undo"), nil, http.StatusOK},
		"POST /visits/{id}/served-by": {ofOwnVisit("/served-by"), servedByBody, http.StatusOK},
		"GET /visits/own":             {at("/visits/own"), nil, http.StatusOK},

		"POST /visits/{id}/removal-request":        {ofOwnVisit("/removal-request"), nil, http.StatusOK},
		"POST /visits/{id}/removal-request/refuse": {ofRemovalRequest, nil, http.StatusOK},
		"GET /visits/removal-requests":             {at("/visits/removal-requests"), nil, http.StatusOK},

		"GET /customers/{id}/progress":                   {ofCustomer("/customers/%s/progress"), nil, http.StatusOK},
		"GET /customers/{id}/rewards":                    {ofCustomer("/customers/%s/rewards"), nil, http.StatusOK},
		"POST /customers/{id}/rewards/{rewardId}/redeem": {ofReward, nil, http.StatusOK},

		"POST /customers/{id}/rewards/{rewardId}/take-back": {ofGivenReward, says(`{"reason":"Era para otra persona"}`), http.StatusOK},

		"GET /visits/waiting":                {at("/visits/waiting"), nil, http.StatusOK},
		"POST /visits/waiting/{id}/register": {ofWaiting("/visits/waiting/%s/register"), nil, http.StatusOK},
		"POST /visits/waiting/{id}/discard":  {ofWaiting("/visits/waiting/%s/discard"), nil, http.StatusOK},

		"GET /devices":                  {at("/devices"), nil, http.StatusOK},
		"POST /devices":                 {at("/devices"), says(`{"name":"Tablet caja"}`), http.StatusCreated},
		"PATCH /devices/{id}":           {ofDevice("/devices/%s"), says(`{"name":"Barra"}`), http.StatusOK},
		"POST /devices/{id}/revoke":     {ofDevice("/devices/%s/revoke"), nil, http.StatusOK},
		"POST /public/devices/enrol":    {at("/public/devices/enrol"), says(`{"code":"nada"}`), http.StatusConflict},
		"POST /public/devices/handover": {at("/public/devices/handover"), says(`{"token":"nada","visits":[]}`), http.StatusUnauthorized},

		"POST /devices/{id}/visits/{visitId}/register": {ofHanded("/devices/%s/visits/%s/register"), nil, http.StatusOK},
		"POST /devices/{id}/visits/{visitId}/discard":  {ofHanded("/devices/%s/visits/%s/discard"), nil, http.StatusOK},

		"GET /counter/staff":    {at("/counter/staff"), nil, http.StatusOK},
		"GET /counter/snapshot": {at("/counter/snapshot"), nil, http.StatusOK},
		"GET /counter/today":    {at("/counter/today"), nil, http.StatusOK},

		"GET /families":                                   {at("/families"), nil, http.StatusOK},
		"POST /families":                                  {at("/families"), says(`{"name":"Familia Rojas","policy":"POOL"}`), http.StatusCreated},
		"GET /families/{id}":                              {ofFamily("/families/%s"), nil, http.StatusOK},
		"PATCH /families/{id}":                            {ofFamily("/families/%s"), says(`{"name":"Familia Vera","policy":"INDIVIDUAL"}`), http.StatusOK},
		"DELETE /families/{id}":                           {ofEmptyFamily("/families/%s"), nil, http.StatusOK},
		"GET /families/{id}/policy/preview":               {ofFamily("/families/%s/policy/preview?policy=INDIVIDUAL"), nil, http.StatusOK},
		"POST /families/{id}/members":                     {ofEmptyFamily("/families/%s/members"), memberBody, http.StatusCreated},
		"PATCH /families/{id}/members/{customerId}/role":  {ofMember("/families/%s/members/%s/role"), says(`{"role":"PRIMARY"}`), http.StatusOK},
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

func with(path, parameter string) string {
	if strings.Contains(path, "?") {
		return path + "&" + parameter
	}
	return path + "?" + parameter
}
