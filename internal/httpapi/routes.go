package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// routes returns the routes of the specification (sections 6 and 7) and our own.
func (a *API) routes() []route {
	return slices.Concat(a.secondFactorRoutes(), a.passkeyRoutes(), a.organisationRoutes(), a.ownSessionRoutes(), reportRoutes(a), activityRoutes(a), []route{
		get("/healthz", public, "Check that the process is alive", a.health.healthz),
		get("/readyz", public, "Check that the server is ready: the database is up, and it is not draining", a.health.readyz),

		get("/public/businesses/{id}", public, "Get the data of a business for the registration form", a.businesses.showPublic),
		get("/public/businesses/{id}/logo/{name}", public, "Get the logo of a business", a.businesses.logo),
		get("/public/businesses/{id}/legal", public, "Get the data controller of a business", a.businesses.legalIdentity),
		get("/public/fixed-business", public, "Get the business of the registration page at /qr", a.businesses.showFixed),
		postCreated("/public/customers/register", public, "Register as a customer", a.registrations.register).limitedBy(a.limits.registerFrom),
		postCreated("/public/customers/children", public, "Add a child after registering", a.children.addRegistered).limitedBy(a.limits.registerFrom),
		get("/public/customers/{id}", public, "Get the customer of a QR", a.customers.showPublic),
		get("/public/customers/{id}/qr.png", public, "Get a customer's QR as a picture", a.customers.qrPicture),
		get("/public/customers/{id}/pass.pkpass", public, "Download a customer's card for Apple Wallet", a.passes.sendPass).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/passes.pkpasses", public, "Download all cards of a phone for Apple Wallet, by a link of the portal", a.passes.sendBundle).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/google-pass", public, "Redirect to Google Wallet with a customer's card", a.passes.redirectToGoogle).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/google-passes", public, "Redirect to Google Wallet with all cards of a phone, by a link of the portal", a.passes.redirectToGoogleBundle).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/pass.png", public, "Get the wallet link of a customer's card as a QR, to scan from a screen", a.passes.walletQR).limitedBy(a.limits.pass),
		get("/public/wallet/{id}", public, "Redirect to a customer's card for the device's wallet, or to the portal", a.passes.redirectToWallet).withErrorPages(),
		get("/public/customers/{id}/visits", public, "List a customer's visits, newest first", a.visits.listPublic),
		post("/public/customers/{id}/unsubscribe", public, "Withdraw every marketing consent", a.consents.unsubscribe),

		post("/public/customers/{id}/phone-proof", public, "Start to verify the customer's phone by a WhatsApp message", a.phoneProofs.ask),
		get("/public/customers/{id}/phone-proof", public, "Get whether the message that verifies the phone has arrived", a.phoneProofs.state),

		post("/auth/login", public, "Sign in with e-mail and password", a.sessions.login).limitedBy(a.limits.signInFrom),
		get("/auth/password-recovery", public, "List the ways in which an owner can recover the password", a.recovery.ways),
		post("/auth/password-recovery", public, "E-mail a link to choose a new password to an owner", a.recovery.request).limitedBy(a.limits.signInFrom),
		post("/auth/password-recovery/reset", public, "Choose a new password with the token of an e-mailed link", a.recovery.reset).limitedBy(a.limits.signInFrom),
		post("/auth/invitation", public, "Get an invitation to the staff", a.invitations.show).limitedBy(a.limits.signInFrom),
		post("/auth/invitation/accept", public, "Accept an invitation: choose a password and sign in", a.invitations.accept).limitedBy(a.limits.signInFrom),
		post("/auth/logout", signedIn, "End the caller's session", a.sessions.logout),
		get("/auth/tried", anyUser, "List accounts under attack: the caller's own and those that the caller manages", a.users.listGuessed),
		post("/auth/change-password", anyUser, "Change the caller's password", a.sessions.changePassword),
		patch("/users/me/password", anyUser, "Change the caller's password", a.sessions.changePassword),
		post("/users/me/password", anyUser, "Change the caller's password", a.sessions.changePassword),
		post("/me/password", anyUser, "Change the caller's password", a.sessions.changePassword),

		post("/auth/customer/request", public, "Send a customer a code by WhatsApp or e-mail", a.portal.requestCode).limitedBy(a.limits.requestCodeFrom),
		post("/auth/customer/verify", public, "Exchange a code for a portal session", a.portal.checkCode).limitedBy(a.limits.checkCodeFrom),
		get("/auth/customer/ways", public, "List the ways in which a customer can sign in", a.phoneProofs.signInWays),
		post("/auth/customer/message", public, "Start a sign-in by WhatsApp message: get a ticket to poll", a.phoneProofs.askToSignIn).limitedBy(a.limits.askToSignInFrom),
		post("/auth/customer/message/check", public, "Exchange a ticket for a portal session after the message arrived", a.phoneProofs.takeSignIn).limitedBy(a.limits.checkProof),
		post("/auth/customer/release", public, "Release a phone from the record of its former owner, with a code or a ticket", a.releases.byCode).limitedBy(a.limits.checkCodeFrom),
		post("/portal/me/phone/release", customer, "Release the caller's phone from the record of its former owner", a.releases.own),
		post("/portal/me/logout", customer, "End the caller's session", a.portal.leave),
		get("/portal/me/sessions", customer, "List the devices on which the caller is signed in", a.openSessions.list),
		remove("/portal/me/sessions/{id}", customer, "End the session on one device", a.openSessions.end),
		post("/portal/me/sessions/close", customer, "End the sessions on all devices, or on all others", a.openSessions.endAll),
		get("/portal/me", customer, "Get the caller's card and progress", a.portal.show),
		get("/portal/me/data", customer, "Get the caller's stored data", a.ownData.show),
		patch("/portal/me/data", customer, "Correct the caller's name, e-mail or birthday", a.ownData.change),
		get("/portal/me/data.csv", customer, "Download the caller's stored data as CSV", a.ownData.file),
		post("/portal/me/consents", customer, "Give or withdraw a consent", a.ownData.setConsent),
		post("/portal/me/erasure", customer, "Request erasure", a.ownData.askErasure),
		post("/portal/me/qr/change", customer, "Replace the caller's QR", a.qrs.changeOwn),
		get("/portal/me/visits", customer, "List the caller's visits, newest first", a.portal.visits),
		get("/portal/me/adjustments", customer, "List the stamps on the caller's card that come from no visit, newest first", a.adjustments.own),
		get("/portal/me/live", customer, "Stream the caller's card, now and after each change, as server-sent events", a.live.follow).withEvents(reflect.TypeFor[CardEvent]()),
		get("/portal/me/cards", customer, "List the cards of the caller and their children at all businesses", a.portalCards.list),
		post("/portal/me/cards/{id}/open", customer, "Exchange the session for one with another card", a.portalCards.open),
		post("/portal/me/children/{id}/own-phone", customer, "Move the card of a child of 14 or more to their own phone: returns the guardian's session", a.portalCards.moveToOwnPhone),
		get("/portal/me/usual", customer, "Get the note and the pictures of the caller's usual cut", a.usuals.own),
		get("/portal/me/usual/pictures/{pictureId}", customer, "Get a picture of the caller's usual cut", a.usuals.ownPicture),
		postCreated("/portal/me/children", customer, "Add a child with their own card", a.children.addOwn),
		get("/portal/me/rewards", customer, "List the caller's rewards, newest first", a.portal.rewards),

		get("/business", staff, "Get the caller's business", a.businesses.show),
		patch("/business", owner, "Change the business's settings", a.businesses.change),
		post("/business/logo", owner, "Set the business's logo", a.businesses.setLogo).withMaxBody(maxLogo),
		remove("/business/logo", owner, "Remove the business's logo", a.businesses.removeLogo),
		get("/business/poster", owner, "Preview the poster, and check that customers can reach its URL", a.businesses.previewPoster),
		get("/business/poster.pdf", owner, "Download a poster with the QR of the registration form", a.businesses.poster),
		post("/business/targets/preview", owner, "Preview the rewards that new targets would owe at once", a.businesses.previewTargets),
		post("/business/export", owner, "Download all data of the business as a ZIP", a.ownCopy.export).withoutDeadline().recently(),
		post("/business/customers/export", owner, "Download the list of all customers", a.ownCopy.exportCustomers).withoutDeadline().recently(),
		post("/business/restore", owner, "Restore the ZIP of all data into a business without customers: returns a line of JSON per second, the last one with the result", a.copies.restore).withoutDeadline().readsCopy(reflect.TypeFor[RestoreLine]()),
		get("/business/first-steps", adminLevel, "List the first steps of a new business, and which are done", a.firstSteps.show),
		patch("/business/first-steps", owner, "Dismiss or restore the first steps", a.firstSteps.hide),
		post("/business/first-steps", owner, "Mark a first step as done or not done", a.firstSteps.mark),
		get("/business/marketing", owner, "Get the marketing messages and their audience", a.businesses.marketing),
		get("/business/week", adminLevel, "Get the week: visits, lost customers, rewards owed", a.reports.week),
		get("/business/lost", adminLevel, "List lost customers, latest visit first", a.reports.listLost),

		get("/cp/businesses", operator, "List the businesses of the platform with their activity, newest first", a.controlPanel.list),
		postCreated("/cp/businesses", operator, "Open a business with its owner", a.controlPanel.open),
		patch("/cp/businesses/{id}", operator, "Rename a business, or change its WhatsApp configuration", a.controlPanel.revise),
		post("/cp/businesses/{id}/suspend", operator, "Suspend a business and end its staff's sessions", a.controlPanel.suspend),
		post("/cp/businesses/{id}/reactivate", operator, "Reactivate a suspended business", a.controlPanel.reactivate),
		get("/cp/businesses/{id}/export", operator, "Download all data of a business as a ZIP", a.controlPanel.export).withoutDeadline().recently(),
		get("/cp/overview", operator, "Count the installation's businesses and queued messages", a.controlPanel.overview),
		get("/cp/backup", operator, "Get the last backup", a.operating.lastBackup),
		post("/cp/backup", operator, "Start a backup", a.operating.backUp),
		post("/cp/mail/trial", operator, "Send a test e-mail to the caller", a.operating.sendTestMailToOperator).withoutDeadline(),
		get("/cp/version", operator, "Get the running release, and whether a newer one exists", a.operating.version),
		get("/cp/mail", operator, "Get the state of the mail sending", a.controlPanel.mail),
		get("/cp/wallet", operator, "Get whether passes are issued, and until when", a.passes.state),
		get("/cp/wa/messages", operator, "List the messages of all businesses, newest first", a.whatsApp.messages),
		get("/cp/wa/restored", operator, "Get the state of the messages held since a restore", a.restoredMessages.show),
		get("/cp/wa/token", operator, "Get when the WhatsApp token expires", a.restoredMessages.token),
		post("/cp/wa/restored", operator, "Send or drop the messages held since a restore", a.restoredMessages.decide),

		get("/wa/status", staff, "Get how messages are sent", a.whatsApp.status),
		get("/customers/wa/status", staff, "Get how messages are sent", a.whatsApp.status),
		get("/whatsapp/status", staff, "Get how messages are sent", a.whatsApp.status),
		get("/integrations/wa/status", staff, "Get how messages are sent", a.whatsApp.status),
		get("/cp/wa/status", staff, "Get how messages are sent", a.whatsApp.status),
		options("/wa/status", a.whatsApp.probe),
		options("/customers/wa/status", a.whatsApp.probe),
		options("/whatsapp/status", a.whatsApp.probe),
		options("/integrations/wa/status", a.whatsApp.probe),
		options("/cp/wa/status", a.whatsApp.probe),

		get("/wa/webhook", provider, "Verify the webhook for WhatsApp", a.webhook.setUp),
		webhookRoute("/wa/webhook", "Receive message states and customers' messages from WhatsApp", a.webhook.receive).withMiddleware(a.webhook.admit),

		postCreated("/wallet/v1/devices/{device}/registrations/{passType}/{serial}", walletDevice, "Register a device for a pass's updates", a.passes.registerDevice).limitedBy(a.limits.pass),
		remove("/wallet/v1/devices/{device}/registrations/{passType}/{serial}", walletDevice, "Unregister a device", a.passes.unregisterDevice).limitedBy(a.limits.pass),
		get("/wallet/v1/devices/{device}/registrations/{passType}", walletDevice, "List the changed passes of a device", a.passes.listChanged).limitedBy(a.limits.pass),
		get("/wallet/v1/passes/{passType}/{serial}", walletDevice, "Download the current pass", a.passes.sendCurrentPass).limitedBy(a.limits.pass),
		post("/wallet/v1/log", walletDevice, "Report errors of a device", a.passes.logDeviceErrors).limitedBy(a.limits.pass),

		get("/wallet/badges/{name}", public, "Get a vendor's artwork for its wallet button", a.passes.badge),
		get("/wallet/google/pictures/{name}", public, "Get a picture of passes, for Google", a.passes.picture).limitedBy(a.limits.pass),
		post("/wallet/google/callback", provider, "Receive pass events from Google", a.passes.receiveGoogleNotice).limitedBy(a.limits.pass),

		get("/users", adminLevel, "List the staff whom the caller may manage", a.users.list),
		postCreated("/users", adminLevel, "Create an account", a.users.create),
		postCreated("/users/invitations", adminLevel, "Create an account with an invitation link for its user", a.invitations.create),
		postCreated("/users/{id}/invitation", adminLevel, "Renew the invitation of a user without a password", a.invitations.renew),
		post("/users/{id}/reset-password", adminLevel, "Set a temporary password", a.users.resetPassword),
		post("/admin/users/{id}/reset-password", adminLevel, "Set a temporary password", a.users.resetPassword),
		post("/cp/users/{id}/reset-password", adminLevel, "Set a temporary password", a.users.resetPassword),
		patch("/users/{id}/password", adminLevel, "Set a password", a.users.setPassword),
		post("/users/reset-password", adminLevel, "Set a temporary password", a.users.resetPasswordNamed),
		post("/users/{id}/disable", adminLevel, "Disable an account and end its sessions", a.users.disable),
		post("/users/{id}/enable", adminLevel, "Enable a disabled account", a.users.enable),

		get("/registrations/unverified", adminLevel, "Count the unverified registrations by day", a.unverifiedRegistrations.show),
		get("/registrations/unverified/{day}", adminLevel, "Preview the discard of a day's unverified registrations", a.unverifiedRegistrations.preview),
		post("/registrations/unverified/{day}/discard", adminLevel, "Discard a day's unverified registrations", a.unverifiedRegistrations.discard),
		post("/registrations/discards/{id}/restore", adminLevel, "Restore discarded registrations", a.unverifiedRegistrations.restore),

		get("/released-phones", adminLevel, "List the customers whose phone was released by its present owner", a.releases.list),
		post("/released-phones/{id}/seen", adminLevel, "Mark a released phone as seen", a.releases.markSeen),

		get("/customers", staff, "List and search customers", a.customers.list),
		postCreated("/customers", adminLevel, "Create a customer", a.customers.create),
		post("/customers/lookup", staff, "Find a customer by phone or e-mail", a.customers.lookup),
		get("/customers/qr-labels.pdf", owner, "Download labels with the customers' QRs, to print on A4 sheets", a.qrLabels.file).withoutDeadline(),
		get("/customers/{id}", staff, "Get a customer", a.customers.show),
		patch("/customers/{id}", adminLevel, "Change a customer", a.customers.change),
		remove("/customers/{id}", adminLevel, "Archive a customer", a.customers.archive).recently(),
		get("/customers/{id}/children", staff, "List a customer's children, oldest first", a.children.list),
		postCreated("/customers/{id}/children", adminLevel, "Add a child with their own card to a customer", a.children.add),
		post("/customers/{id}/own-phone", adminLevel, "Move the card of a child of 14 or more to their own phone", a.children.moveToOwnPhone),
		get("/customers/{id}/family/offer", adminLevel, "Preview a family for a guardian and their children: who would join, and the effects", a.families.offer),
		postCreated("/customers/{id}/family", adminLevel, "Accept the offered family", a.families.accept),
		postCreated("/customers/{id}/merge", adminLevel, "Merge two records of one person", a.merges.merge),
		get("/customers/{id}/merges", adminLevel, "List a customer's merges, newest first", a.merges.list),
		post("/merges/{id}/undo", adminLevel, "Undo a merge", a.merges.undo),
		get("/customers/{id}/consents", adminLevel, "List a customer's consents, newest first", a.consents.list),
		get("/customers/{id}/greeting", adminLevel, "Get whether a customer may be greeted by WhatsApp, or why not", a.customers.greetingOffer),
		post("/customers/{id}/greeting", adminLevel, "Record a greeting by WhatsApp", a.customers.greet),
		remove("/customers/{id}/greeting", adminLevel, "Undo a recorded greeting within 24 hours, if it was not sent", a.customers.undoGreeting),
		post("/customers/{id}/unsubscribe", adminLevel, "Withdraw every marketing consent of a customer at their request", a.consents.unsubscribeFor),
		get("/customers/{id}/messages", staff, "List the messages to a customer with their states, newest first", a.whatsApp.customerMessages),
		get("/customers/{id}/texts", adminLevel, "List a customer's WhatsApp messages of the last 30 days, newest first", a.whatsApp.customerTexts),
		post("/customers/{id}/qr/send", adminLevel, "Send a customer their QR", a.customers.sendQR),
		post("/customers/{id}/qr/change", adminLevel, "Replace a customer's QR", a.qrs.change),

		get("/customers/{id}/usual", staff, "Get the note and the pictures of a customer's usual cut", a.usuals.show),
		patch("/customers/{id}/usual", staff, "Change the note of a customer's usual cut", a.usuals.changeNote),
		post("/customers/{id}/usual/consent", staff, "Record a customer's consent to the note and pictures; a withdrawal removes them", a.usuals.setConsent),
		postCreated("/customers/{id}/usual/pictures", staff, "Add a picture of a customer's usual cut", a.usuals.addPicture).withMaxBody(maxPhoto),
		get("/customers/{id}/usual/pictures/{pictureId}", staff, "Get a picture of a customer's usual cut", a.usuals.picture),
		remove("/customers/{id}/usual/pictures/{pictureId}", staff, "Remove a picture of a customer's usual cut", a.usuals.removePicture),

		postCreated("/customers/{id}/visits", staff, "Register a visit", a.visits.register),
		postCreated("/app/customers/{id}/visits", staff, "Register a visit", a.visits.register),
		postCreated("/visits", staff, "Register a visit", a.visits.registerNamed),
		postCreated("/customers/visits/by-phone", staff, "Register a visit by phone", a.visits.registerByPhone),
		get("/customers/{id}/visits", staff, "List a customer's visits, newest first", a.visits.list),
		get("/app/customers/{id}/visits", staff, "List a customer's visits, newest first", a.visits.list),
		get("/visits", staff, "List a customer's visits, newest first", a.visits.listNamed),
		get("/customers/{id}/opening-balance/preview", staff, "Preview the rewards that a paper card's stamps would owe", a.adjustments.previewOpening),
		postCreated("/customers/{id}/opening-balance", staff, "Enter the stamps of a paper card", a.adjustments.recordOpening),
		remove("/customers/{id}/claimed-stamps", staff, "Reject the stamps of a paper card that a customer claims", a.adjustments.rejectClaim),
		postCreated("/customers/{id}/corrections", adminLevel, "Add stamps to a card, or remove them, with a reason", a.adjustments.correct),
		get("/customers/{id}/adjustments", staff, "List a customer's opening balances and corrections, newest first", a.adjustments.list),
		post("/adjustments/{id}/undo", adminLevel, "Undo an opening balance", a.adjustments.undo),
		remove("/visits/{id}", adminLevel, "Delete a visit", a.visits.delete),
		post("/visits/{id}/served-by", staff, "Change the user who did the service of a visit", a.visits.changeServedBy),
		post("/visits/{id}/undo", staff, "Undo a visit that the caller has just registered", a.visits.undo),
		get("/visits/own", staff, "List the caller's latest visits of today", a.visits.own),
		post("/visits/{id}/removal-request", staff, "Request the removal of a visit that the caller registered", a.visits.askRemoval),
		post("/visits/{id}/removal-request/refuse", adminLevel, "Refuse a removal request", a.visits.refuseRemoval),
		get("/visits/removal-requests", adminLevel, "List the pending removal requests", a.visits.removalRequests),

		get("/customers/{id}/progress", staff, "Get a customer's stamps and rewards owed", a.rewards.progress),
		get("/customers/{id}/rewards", staff, "List a customer's rewards, newest first", a.rewards.list),
		post("/customers/{id}/rewards/{rewardId}/redeem", staff, "Redeem a reward", a.rewards.redeem),
		post("/customers/{id}/rewards/{rewardId}/take-back", staff, "Revert a redemption", a.rewards.takeBack),

		get("/visits/waiting", owner, "List the late visits that wait for the owner's decision", a.devices.listWaiting),
		post("/visits/waiting/{id}/register", owner, "Register a waiting visit", a.devices.registerWaiting),
		post("/visits/waiting/{id}/discard", owner, "Discard a waiting visit", a.devices.discardWaiting),

		postCreated("/imports", owner, "Upload a file of customers: CSV, XLSX or vCard", a.imports.create).withoutDeadline().withMaxBody(maxImport).takingFile(),
		postCreated("/imports/copy", owner, "Upload the ZIP of all data, to import its customers", a.copies.importCustomers).withoutDeadline().readsCopy(nil),
		get("/imports", owner, "List the imported files of the last 30 days, newest first", a.imports.list),
		get("/imports/{id}", owner, "Get a file of customers and the progress of its import", a.imports.show),
		patch("/imports/{id}", owner, "Change the mapping of a file, and check it again", a.imports.change),
		post("/imports/{id}/start", owner, "Start the import of a checked file", a.imports.start),
		post("/imports/{id}/undo", owner, "Undo an import", a.imports.undo),
		remove("/imports/{id}", owner, "Discard a file that was not imported", a.imports.drop),
		get("/imports/{id}/customers", owner, "List the customers whom an import created or completed, in the order of the file", a.imports.customers),
		get("/imports/{id}/rejects", owner, "Download the skipped rows as CSV, with the reasons", a.imports.rejects),

		get("/devices", owner, "List the named devices, and the visits that they handed over", a.devices.list),
		postCreated("/devices", owner, "Add a named device: returns its enrolment code", a.devices.add),
		patch("/devices/{id}", owner, "Rename a device", a.devices.rename),
		post("/devices/{id}/revoke", owner, "Revoke a device", a.devices.revoke),
		post("/devices/{id}/visits/{visitId}/register", owner, "Register a visit that a device handed over", a.devices.registerHanded),
		post("/devices/{id}/visits/{visitId}/discard", owner, "Discard a visit that a device handed over", a.devices.discardHanded),
		post("/public/devices/enrol", public, "Exchange a code for the token of a device", a.devices.enrol).limitedBy(a.limits.device),
		post("/public/devices/handover", public, "Hand over the unsent visits of a revoked device", a.devices.handOver).limitedBy(a.limits.device).withMaxBody(maxHandover),

		get("/counter/staff", staff, "List the staff who may have done a service, for the counter", a.visits.colleagues),
		get("/counter/snapshot", staff, "Get the customers that a counter stores for offline use", a.customers.snapshot),
		get("/counter/today", staff, "Count the visits registered today", a.reports.today),

		get("/families", staff, "List and search families", a.families.list),
		postCreated("/families", adminLevel, "Create a family", a.families.create),
		get("/families/{id}", staff, "Get a family, its members and its card", a.families.show),
		patch("/families/{id}", adminLevel, "Rename a family or change its policy", a.families.change),
		remove("/families/{id}", adminLevel, "Delete an empty family", a.families.delete),
		get("/families/{id}/policy/preview", adminLevel, "Preview another policy's effect on each member", a.families.previewPolicy),
		postCreated("/families/{id}/members", adminLevel, "Add a customer to a family", a.families.addMember),
		patch("/families/{id}/members/{customerId}/role", adminLevel, "Change a member's role", a.families.changeRole),
		remove("/families/{id}/members/{customerId}", adminLevel, "Remove a member from a family", a.families.removeMember),
		get("/families/{id}/members/{customerId}/preview", adminLevel, "Preview the effect of joining or leaving", a.families.previewMember),
	})
}

type handler[I, O any] func(context.Context, *I) (*O, error)

func get[I, O any](path string, callers admission, summary string, h handler[I, O]) route {
	return define(http.MethodGet, path, callers, http.StatusOK, summary, h)
}

func post[I, O any](path string, callers admission, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, callers, http.StatusOK, summary, h)
}

func postCreated[I, O any](path string, callers admission, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, callers, http.StatusCreated, summary, h)
}

func patch[I, O any](path string, callers admission, summary string, h handler[I, O]) route {
	return define(http.MethodPatch, path, callers, http.StatusOK, summary, h)
}

func remove[I, O any](path string, callers admission, summary string, h handler[I, O]) route {
	return define(http.MethodDelete, path, callers, http.StatusOK, summary, h)
}

// options defines a call by which the web app probes whether another exists.
func options[I, O any](path string, h handler[I, O]) route {
	return define(http.MethodOptions, path, public, http.StatusNoContent, "Check that this endpoint exists", h)
}

func define[I, O any](method, path string, callers admission, status int, summary string, h handler[I, O]) route {
	return route{method: method, path: path, who: callers, maxBody: maxBody, register: func(a *API, r route) {
		huma.Register(a.huma, a.operation(r, status, summary), withProblems(a, r, withDeadline(r, a.responseTimeout, h)))
	}}
}

func withProblems[I, O any](a *API, r route, h handler[I, O]) func(context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		if err == nil {
			a.problems.logAuthentication(ctx, r.path, out)
		}
		return out, a.problems.explain(ctx, err)
	}
}

// bodyTimeout returns how long a body may take: longer for files on slow lines.
func bodyTimeout(largest int64) time.Duration {
	if largest > 1<<20 {
		return 2 * time.Minute
	}
	return 5 * time.Second
}

func (a *API) operation(r route, status int, summary string) huma.Operation {
	operation := huma.Operation{
		OperationID:     operationID(r.method, r.path),
		Method:          r.method,
		Path:            r.path,
		Summary:         summary,
		DefaultStatus:   status,
		MaxBodyBytes:    r.maxBody + 1, // huma refuses this size
		BodyReadTimeout: bodyTimeout(r.maxBody),
		Middlewares:     huma.Middlewares{a.identify},
	}
	operation.Middlewares = append(operation.Middlewares, a.writeChecks(r)...)
	if r.event != nil {
		operation.Responses = map[string]*huma.Response{strconv.Itoa(status): a.stream(r.event)}
	}
	if r.describe != nil {
		r.describe(a, &operation)
	}
	if r.hasErrorPages {
		operation.Middlewares = append(operation.Middlewares, a.renderRefusals)
	}
	if r.countAttempt != nil {
		operation.Middlewares = append(operation.Middlewares, a.limitAttempts(r.countAttempt))
	}
	if r.middleware != nil {
		operation.Middlewares = append(operation.Middlewares, r.middleware)
	}
	switch callers := r.who; {
	case callers.customer:
		operation.Security = []map[string][]string{{"portal": {}}}
		operation.Middlewares = append(operation.Middlewares, a.admitCustomer)
	case len(callers.roles) > 0:
		operation.Security = []map[string][]string{{"staff": {}}}
		operation.Middlewares = append(operation.Middlewares, a.admit(r))
	}
	return operation
}

func (a *API) stream(event reflect.Type) *huma.Response {
	return &huma.Response{Content: map[string]*huma.MediaType{eventStream: {Schema: &huma.Schema{
		Type:        huma.TypeArray,
		Description: "Server-sent events: event has the name, data the JSON",
		Items:       a.huma.OpenAPI().Components.Schemas.Schema(event, true, ""),
	}}}}
}

// operationID returns a name such as "get-customers-id-visits".
func operationID(method, path string) string {
	words := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/{}.", r) })
	return strings.ToLower(method) + "-" + strings.Join(words, "-")
}
