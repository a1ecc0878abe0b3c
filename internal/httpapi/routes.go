package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

// routes is the whole API on one page: what is called, and who may call it
// (specification, sections 6 and 7).
func (a *API) routes() []route {
	return []route{
		get("/healthz", public, "Is the process alive?", a.health.healthz),
		get("/readyz", public, "Does the database answer, and does the server stay?", a.health.readyz),

		get("/public/businesses/{id}", public, "What the registration form shows of a business", a.businesses.showPublic),
		get("/public/businesses/{id}/logo/{name}", public, "The logo of a business", a.businesses.logo),
		get("/public/businesses/{id}/legal", public, "Who answers for the data of a business's customers", a.businesses.legalIdentity),
		get("/public/fixed-business", public, "The business of the registration page at /qr", a.businesses.showFixed),
		created("/public/customers/register", public, "Register as a customer", a.registrations.register).limitedBy(a.limits.registerFrom),
		created("/public/customers/children", public, "Add a child, just after registering", a.children.addRegistered).limitedBy(a.limits.registerFrom),
		get("/public/customers/{id}", public, "Whose QR it is, for whoever holds the id", a.customers.showPublic),
		get("/public/customers/{id}/qr.png", public, "A customer's QR as a picture", a.customers.qrPicture),
		get("/public/customers/{id}/pass.pkpass", public, "A customer's card for Apple Wallet", a.passes.sendPass).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/passes.pkpasses", public, "The cards that a phone opens for Apple Wallet, by an address that the portal gives", a.passes.sendBundle).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/google-pass", public, "A customer's card for Google Wallet: leads to where she puts it in", a.passes.redirectToGoogle).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/google-passes", public, "The cards that a phone opens for Google Wallet, by an address that the portal gives: leads to where they are put in", a.passes.redirectToGoogleBundle).withErrorPages().limitedBy(a.limits.pass),
		get("/public/customers/{id}/pass.png", public, "The way to a customer's card in a wallet as a QR, for who is at a computer", a.passes.walletQR).limitedBy(a.limits.pass),
		get("/public/wallet/{id}", public, "To that card, in the wallet of the telephone that asks; else to the portal", a.passes.redirectToWallet).withErrorPages(),
		get("/public/customers/{id}/visits", public, "A customer's visits, newest first", a.visits.listPublic),
		post("/public/customers/{id}/unsubscribe", public, "Withdraw every marketing consent", a.consents.unsubscribe),

		post("/public/customers/{id}/phone-proof", public, "Prove by a WhatsApp message that the phone is one's own", a.phoneProofs.ask),
		get("/public/customers/{id}/phone-proof", public, "Whether that message has come", a.phoneProofs.state),

		post("/auth/login", public, "Sign in with e-mail and password", a.sessions.login).limitedBy(a.limits.signInFrom),
		get("/auth/password-recovery", public, "How an owner who forgot the password gets in again", a.recovery.ways),
		post("/auth/password-recovery", public, "Mail an owner a link to choose a new password", a.recovery.request).limitedBy(a.limits.signInFrom),
		post("/auth/password-recovery/reset", public, "Choose a new password by a link that was mailed", a.recovery.reset).limitedBy(a.limits.signInFrom),
		post("/auth/logout", anyUser, "End one's session", a.sessions.logout),
		get("/auth/tried", anyUser, "The accounts whose passwords somebody tries: one's own and those that one manages", a.users.tried),
		post("/auth/change-password", anyUser, "Change one's own password", a.sessions.changePassword),
		patch("/users/me/password", anyUser, "Change one's own password", a.sessions.changePassword),
		post("/users/me/password", anyUser, "Change one's own password", a.sessions.changePassword),
		post("/me/password", anyUser, "Change one's own password", a.sessions.changePassword),

		post("/auth/customer/request", public, "Send a customer a code by WhatsApp or e-mail", a.portal.requestCode).limitedBy(a.limits.requestCodeFrom),
		post("/auth/customer/verify", public, "Exchange a code for a portal session", a.portal.checkCode).limitedBy(a.limits.checkCodeFrom),
		get("/auth/customer/ways", public, "How a customer can sign in", a.phoneProofs.signInWays),
		post("/auth/customer/message", public, "Sign in by a WhatsApp message: a ticket to wait with", a.phoneProofs.askToSignIn).limitedBy(a.limits.askToSignInFrom),
		post("/auth/customer/message/check", public, "Exchange a ticket for a portal session, once the message has come", a.phoneProofs.takeSignIn).limitedBy(a.limits.checkProof),
		post("/auth/customer/release", public, "Take a number off the record of its former owner, by a code or a ticket", a.releases.byCode).limitedBy(a.limits.checkCodeFrom),
		post("/portal/me/phone/release", customer, "Take one's number off the record of its former owner", a.releases.own),
		post("/portal/me/logout", customer, "End one's session", a.portal.leave),
		get("/portal/me/sessions", customer, "The devices on which one is signed in", a.openSessions.list),
		remove("/portal/me/sessions/{id}", customer, "End the session on one device", a.openSessions.end),
		post("/portal/me/sessions/close", customer, "End the sessions on all devices, or on all others", a.openSessions.endAll),
		get("/portal/me", customer, "Oneself, and where one stands", a.portal.show),
		get("/portal/me/data", customer, "What is kept about oneself", a.ownData.show),
		patch("/portal/me/data", customer, "Correct one's name, e-mail or birthday", a.ownData.change),
		get("/portal/me/data.csv", customer, "The same as a table", a.ownData.file),
		post("/portal/me/consents", customer, "Accept or withdraw a purpose", a.ownData.setConsent),
		post("/portal/me/erasure", customer, "Ask to be forgotten", a.ownData.askErasure),
		post("/portal/me/qr/change", customer, "End one's QR, and get another one", a.qrs.changeOwn),
		get("/portal/me/visits", customer, "One's visits, newest first", a.portal.visits),
		get("/portal/me/adjustments", customer, "Stamps on one's card that no visit left, newest first", a.adjustments.own),
		get("/portal/me/live", customer, "Oneself now and after each change, as server-sent events", a.live.follow).withEvents(reflect.TypeFor[CardEvent]()),
		get("/portal/me/cards", customer, "The cards that one's phone opens: of all businesses, and of one's children", a.portalCards.list),
		post("/portal/me/cards/{id}/open", customer, "Exchange the session for one of another such card", a.portalCards.open),
		post("/portal/me/children/{id}/own-phone", customer, "Give a child who has turned 14 a phone of her own, with her card: answers with the guardian's session", a.portalCards.moveToOwnPhone),
		created("/portal/me/children", customer, "Add a child, with a card of her own", a.children.addOwn),
		get("/portal/me/rewards", customer, "One's rewards, newest first", a.portal.rewards),

		get("/business", staff, "The business one works for", a.businesses.show),
		patch("/business", owner, "Change the business's settings", a.businesses.change),
		post("/business/logo", owner, "Give the business a logo", a.businesses.setLogo).withMaxBody(maxLogo),
		remove("/business/logo", owner, "Leave the business without a logo", a.businesses.removeLogo),
		get("/business/poster", owner, "The poster to be looked at, and whether its address will do", a.businesses.previewPoster),
		get("/business/poster.pdf", owner, "A poster with the QR of the registration form", a.businesses.poster),
		post("/business/targets/preview", owner, "What other targets would owe at once", a.businesses.previewTargets),
		get("/business/marketing", owner, "What marketing messages say, and how many customers can get them", a.businesses.marketing),
		get("/business/week", adminLevel, "Who came this week, who stopped coming, what is owed", a.reports.week),
		get("/business/lost", adminLevel, "Who stopped coming, the last who came first", a.reports.lost),
		get("/reports/services", adminLevel, "Each customer's visits by day, week and month", a.reports.services),
		get("/reports/services/charts", adminLevel, "When people came, and who was new", a.reports.servicesCharts),
		get("/reports/services/file", adminLevel, "The services report as a spreadsheet", a.reports.servicesFile),

		get("/cp/businesses", operator, "The businesses of the platform, newest first, and what goes on in each", a.controlPanel.list),
		created("/cp/businesses", operator, "Open a business with its owner", a.controlPanel.open),
		patch("/cp/businesses/{id}", operator, "Rename a business, or change how it sends", a.controlPanel.revise),
		post("/cp/businesses/{id}/suspend", operator, "End the sessions of a business's staff and keep everybody out", a.controlPanel.suspend),
		post("/cp/businesses/{id}/reactivate", operator, "Let a suspended business work again", a.controlPanel.reactivate),
		get("/cp/businesses/{id}/export", operator, "Everything that belongs to a business, as a ZIP", a.controlPanel.export).withoutDeadline(),
		get("/cp/backup", operator, "When the data were copied last", a.operating.lastBackup),
		post("/cp/backup", operator, "Make a backup of the data now", a.operating.backUp),
		post("/cp/mail/trial", operator, "Send oneself an e-mail to try", a.operating.sendTestMailToOperator).withoutDeadline(),
		get("/cp/version", operator, "Which release runs, and whether there is a newer one", a.operating.version),
		get("/cp/mail", operator, "Whether e-mails leave", a.controlPanel.mail),
		get("/cp/wallet", operator, "Whether customers can have passes, and until when", a.passes.state),
		get("/cp/wa/messages", operator, "The messages of all businesses, newest first", a.whatsApp.messages),
		get("/cp/wa/restored", operator, "The messages that wait since a copy of the data was put back", a.restored.show),
		get("/cp/wa/token", operator, "When the token of WhatsApp ends", a.restored.token),
		post("/cp/wa/restored", operator, "Decide about the messages that wait since a copy of the data was put back", a.restored.decide),

		get("/wa/status", staff, "How messages are sent", a.whatsApp.status),
		get("/customers/wa/status", staff, "How messages are sent", a.whatsApp.status),
		get("/whatsapp/status", staff, "How messages are sent", a.whatsApp.status),
		get("/integrations/wa/status", staff, "How messages are sent", a.whatsApp.status),
		get("/cp/wa/status", staff, "How messages are sent", a.whatsApp.status),
		options("/wa/status", a.whatsApp.probe),
		options("/customers/wa/status", a.whatsApp.probe),
		options("/whatsapp/status", a.whatsApp.probe),
		options("/integrations/wa/status", a.whatsApp.probe),
		options("/cp/wa/status", a.whatsApp.probe),

		get("/wa/webhook", provider, "Prove to WhatsApp that its notices go here", a.webhook.setUp),
		webhookRoute("/wa/webhook", "Hear from WhatsApp what became of messages, and what customers wrote", a.webhook.receive).withMiddleware(a.webhook.admit),

		created("/wallet/v1/devices/{device}/registrations/{passType}/{serial}", walletDevice, "Want to be told of a pass's changes", a.passes.registerDevice).limitedBy(a.limits.pass),
		remove("/wallet/v1/devices/{device}/registrations/{passType}/{serial}", walletDevice, "Keep a pass no longer", a.passes.unregisterDevice).limitedBy(a.limits.pass),
		get("/wallet/v1/devices/{device}/registrations/{passType}", walletDevice, "Which passes of a telephone have changed", a.passes.listChanged).limitedBy(a.limits.pass),
		get("/wallet/v1/passes/{passType}/{serial}", walletDevice, "A pass as it is now", a.passes.sendCurrentPass).limitedBy(a.limits.pass),
		post("/wallet/v1/log", walletDevice, "Say what is wrong with an answer", a.passes.logDeviceErrors).limitedBy(a.limits.pass),

		get("/wallet/badges/{name}", public, "A vendor's artwork for the button that leads into its wallet", a.passes.badge),
		get("/wallet/google/pictures/{name}", public, "A picture of passes, for Google to fetch", a.passes.picture).limitedBy(a.limits.pass),
		post("/wallet/google/callback", provider, "Hear from Google what becomes of a pass", a.passes.receiveGoogleNotice).limitedBy(a.limits.pass),

		get("/users", adminLevel, "The staff one may manage", a.users.list),
		created("/users", adminLevel, "Create an account", a.users.create),
		post("/users/{id}/reset-password", adminLevel, "Give a temporary password", a.users.resetPassword),
		post("/admin/users/{id}/reset-password", adminLevel, "Give a temporary password", a.users.resetPassword),
		post("/cp/users/{id}/reset-password", adminLevel, "Give a temporary password", a.users.resetPassword),
		patch("/users/{id}/password", adminLevel, "Give a password", a.users.setPassword),
		post("/users/reset-password", adminLevel, "Give a temporary password", a.users.resetPasswordNamed),
		post("/users/{id}/disable", adminLevel, "End an account's sessions and keep it from signing in", a.users.disable),
		post("/users/{id}/enable", adminLevel, "Let a disabled account sign in again", a.users.enable),

		get("/registrations/unverified", adminLevel, "Customers who registered and of whom no sign has come since, by day", a.unverified.show),
		get("/registrations/unverified/{day}", adminLevel, "Who these are of a day", a.unverified.preview),
		post("/registrations/unverified/{day}/discard", adminLevel, "Discard those of a day", a.unverified.discard),
		post("/registrations/discards/{id}/restore", adminLevel, "Take a discard back", a.unverified.restore),

		get("/released-phones", adminLevel, "Customers whose phone was taken off the record by the person who has the number now", a.releases.list),
		post("/released-phones/{id}/seen", adminLevel, "Take one of them off that list", a.releases.markSeen),

		get("/customers", staff, "List and search customers", a.customers.list),
		created("/customers", adminLevel, "Create a customer", a.customers.create),
		post("/customers/lookup", staff, "Find a customer by phone or e-mail", a.customers.lookup),
		get("/customers/{id}", staff, "A customer", a.customers.show),
		patch("/customers/{id}", adminLevel, "Change a customer", a.customers.change),
		remove("/customers/{id}", adminLevel, "Archive a customer", a.customers.archive),
		get("/customers/{id}/children", staff, "A customer's children, the oldest first", a.children.list),
		created("/customers/{id}/children", adminLevel, "Add a child, with a card of her own, to a customer", a.children.add),
		post("/customers/{id}/own-phone", adminLevel, "Give a child who has turned 14 a phone of her own, with her card", a.children.moveToOwnPhone),
		get("/customers/{id}/family/offer", adminLevel, "One family for a guardian and her children: who would join, and what that changes", a.families.offer),
		created("/customers/{id}/family", adminLevel, "Put a guardian and her children into the family that they were offered", a.families.accept),
		created("/customers/{id}/merge", adminLevel, "Make two records of one person one", a.merges.merge),
		get("/customers/{id}/merges", adminLevel, "What was merged into a customer, newest first", a.merges.list),
		post("/merges/{id}/undo", adminLevel, "Take a merge back", a.merges.undo),
		get("/customers/{id}/consents", adminLevel, "What a customer accepted and withdrew, newest first", a.consents.list),
		post("/customers/{id}/greeting", adminLevel, "Note that a customer is greeted by WhatsApp", a.customers.greet),
		post("/customers/{id}/unsubscribe", adminLevel, "Withdraw every marketing consent of a customer who asks for it", a.consents.unsubscribeFor),
		get("/customers/{id}/messages", staff, "How far the messages to a customer have come, newest first", a.whatsApp.customerMessages),
		get("/customers/{id}/texts", adminLevel, "What a customer wrote by WhatsApp in the last 30 days, newest first", a.whatsApp.customerTexts),
		post("/customers/{id}/qr/send", adminLevel, "Send a customer her QR by WhatsApp", a.customers.sendQR),
		post("/customers/{id}/qr/change", adminLevel, "End a customer's QR, and give her another one", a.qrs.change),

		created("/customers/{id}/visits", staff, "Register a visit", a.visits.register),
		created("/app/customers/{id}/visits", staff, "Register a visit", a.visits.register),
		created("/visits", staff, "Register a visit", a.visits.registerNamed),
		created("/customers/visits/by-phone", staff, "Register a visit by phone", a.visits.registerByPhone),
		get("/customers/{id}/visits", staff, "A customer's visits, newest first", a.visits.list),
		get("/app/customers/{id}/visits", staff, "A customer's visits, newest first", a.visits.list),
		get("/visits", staff, "A customer's visits, newest first", a.visits.listNamed),
		created("/customers/{id}/opening-balance", staff, "Enter the stamps of a paper card", a.adjustments.recordOpening),
		created("/customers/{id}/corrections", adminLevel, "Add stamps to a card, or remove them, with a reason", a.adjustments.correct),
		get("/customers/{id}/adjustments", staff, "A customer's opening balances and corrections, newest first", a.adjustments.list),
		post("/adjustments/{id}/undo", adminLevel, "Remove the stamps of a paper card again", a.adjustments.undo),
		remove("/visits/{id}", adminLevel, "Delete a visit", a.visits.delete),
		post("/visits/{id}/undo", staff, "Take back a visit that one has just registered", a.visits.undo),
		get("/visits/own", staff, "The last visits of today that the caller registered", a.visits.own),
		post("/visits/{id}/removal-request", staff, "Ask an administrator to delete a visit that one registered", a.visits.askRemoval),
		post("/visits/{id}/removal-request/refuse", adminLevel, "Leave a visit whose removal was asked for", a.visits.refuseRemoval),
		get("/visits/removal-requests", adminLevel, "The visits whose removal waits for a decision", a.visits.removalRequests),

		get("/customers/{id}/progress", staff, "Stamps and what is owed", a.rewards.progress),
		get("/customers/{id}/rewards", staff, "A customer's rewards, newest first", a.rewards.list),
		post("/customers/{id}/rewards/{rewardId}/redeem", staff, "Redeem a reward", a.rewards.redeem),
		post("/customers/{id}/rewards/{rewardId}/take-back", staff, "Take back a redemption", a.rewards.takeBack),

		get("/visits/waiting", owner, "The late visits of devices without a name that wait for the owner", a.devices.waiting),
		post("/visits/waiting/{id}/register", owner, "Register a visit that waits for the owner", a.devices.registerWaiting),
		post("/visits/waiting/{id}/discard", owner, "Give up a visit that waits for the owner", a.devices.discardWaiting),

		get("/devices", owner, "The devices that have a name, and what each has handed over", a.devices.list),
		created("/devices", owner, "Name a device: the code that makes a browser this device", a.devices.add),
		patch("/devices/{id}", owner, "Rename a device", a.devices.rename),
		post("/devices/{id}/revoke", owner, "End what a device may do", a.devices.revoke),
		post("/devices/{id}/visits/{visitId}/register", owner, "Register a visit that a device handed over", a.devices.registerHanded),
		post("/devices/{id}/visits/{visitId}/discard", owner, "Give up a visit that a device handed over", a.devices.discardHanded),
		post("/public/devices/enrol", public, "Exchange a code for the token of a device", a.devices.enrol).limitedBy(a.limits.device),
		post("/public/devices/handover", public, "Hand over what a revoked device had still to send", a.devices.handOver).limitedBy(a.limits.device).withMaxBody(maxHandover),

		get("/counter/snapshot", staff, "What a counter knows its customers by without a network", a.customers.snapshot),
		get("/counter/today", staff, "How many visits were registered today", a.reports.today),

		get("/families", staff, "List and search families", a.families.list),
		created("/families", adminLevel, "Create a family", a.families.create),
		get("/families/{id}", staff, "A family, its members and its card", a.families.show),
		patch("/families/{id}", adminLevel, "Rename a family or change its policy", a.families.change),
		remove("/families/{id}", adminLevel, "Delete an empty family", a.families.delete),
		get("/families/{id}/policy/preview", adminLevel, "What another policy would change for each member", a.families.previewPolicy),
		created("/families/{id}/members", adminLevel, "Put a customer into a family", a.families.addMember),
		patch("/families/{id}/members/{customerId}/role", adminLevel, "Give a member another role", a.families.changeRole),
		remove("/families/{id}/members/{customerId}", adminLevel, "Take a member out of a family", a.families.removeMember),
		get("/families/{id}/members/{customerId}/preview", adminLevel, "What joining, or of a member leaving, would change", a.families.previewMember),
	}
}

// admission says who may call a route.
type admission struct {
	name     string
	roles    []loyalty.Role // of staff
	customer bool           // a signed-in customer, with a portal token
	business bool           // acts on a business: a SUPERADMIN has to name it
}

var (
	public       = admission{name: "public"}
	provider     = admission{name: "provider"}      // proves itself by word or signature
	walletDevice = admission{name: "wallet device"} // proves itself by the token of a pass, or by its own name
	customer     = admission{name: "customer", customer: true}
	// anyUser may be somebody who has still to choose a password of her own.
	anyUser    = admission{name: "any user", roles: []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}}
	staff      = admission{name: "staff", roles: anyUser.roles, business: true}
	adminLevel = admission{name: "admin level", roles: []loyalty.Role{loyalty.Admin, loyalty.Owner, loyalty.Superadmin}, business: true}
	owner      = admission{name: "owner", roles: []loyalty.Role{loyalty.Owner, loyalty.Superadmin}, business: true}
	operator   = admission{name: "operator", roles: []loyalty.Role{loyalty.Superadmin}}
)

// open reports whether no token is needed.
func (w admission) open() bool { return len(w.roles) == 0 && !w.customer }

// allows reports whether a role may call.
func (w admission) allows(role loyalty.Role) bool {
	return slices.Contains(w.roles, role)
}

// route is one line of the table.
type route struct {
	method        string
	path          string
	who           admission
	countAttempt  func(context.Context) error // counts a try before the request is read; nil: none is counted
	maxBody       int64                       // bytes that are read
	middleware    func(huma.Context, func(huma.Context))
	hasErrorPages bool         // refusals are pages for whoever opens it in a browser
	hasNoDeadline bool         // takes as long as it takes
	event         reflect.Type // of the stream that is the answer; nil: it is none
	register      func(*API, route)
}

// limitedBy is the route, of which each try counts before anything of it is read.
func (r route) limitedBy(tries func(context.Context) error) route {
	r.countAttempt = tries
	return r
}

// withErrorPages is the route, which people open in their browsers.
func (r route) withErrorPages() route {
	r.hasErrorPages = true
	return r
}

// withoutDeadline is the route, which may take as long as it takes.
func (r route) withoutDeadline() route {
	r.hasNoDeadline = true
	return r
}

// withMiddleware is the route, behind a door of its own.
func (r route) withMiddleware(through func(huma.Context, func(huma.Context))) route {
	r.middleware = through
	return r
}

// withEvents is the route, whose answer is a stream of events.
func (r route) withEvents(event reflect.Type) route {
	r.event = event
	return r
}

// withMaxBody is the route, with another limit for its body, in bytes.
func (r route) withMaxBody(largest int64) route {
	r.maxBody = largest
	return r
}

type handler[I, O any] func(context.Context, *I) (*O, error)

func get[I, O any](path string, who admission, summary string, h handler[I, O]) route {
	return define(http.MethodGet, path, who, http.StatusOK, summary, h)
}

func post[I, O any](path string, who admission, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, who, http.StatusOK, summary, h)
}

// created is a POST that answers 201: it makes something.
func created[I, O any](path string, who admission, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, who, http.StatusCreated, summary, h)
}

func patch[I, O any](path string, who admission, summary string, h handler[I, O]) route {
	return define(http.MethodPatch, path, who, http.StatusOK, summary, h)
}

func remove[I, O any](path string, who admission, summary string, h handler[I, O]) route {
	return define(http.MethodDelete, path, who, http.StatusOK, summary, h)
}

// options answers the probe with which the app finds out where something is.
func options[I, O any](path string, h handler[I, O]) route {
	return define(http.MethodOptions, path, public, http.StatusNoContent, "Is this call offered?", h)
}

func define[I, O any](method, path string, who admission, status int, summary string, h handler[I, O]) route {
	return route{method: method, path: path, who: who, maxBody: maxBody, register: func(a *API, r route) {
		huma.Register(a.huma, a.operation(r, status, summary), withProblems(a, withDeadline(r, a.responseTimeout, h)))
	}}
}

// withProblems is a handler whose errors have become answers.
func withProblems[I, O any](a *API, h handler[I, O]) func(context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		return out, a.problems.explain(ctx, err)
	}
}

func (a *API) operation(r route, status int, summary string) huma.Operation {
	operation := huma.Operation{
		OperationID:   operationID(r.method, r.path),
		Method:        r.method,
		Path:          r.path,
		Summary:       summary,
		DefaultStatus: status,
		MaxBodyBytes:  r.maxBody + 1, // what reaches it is refused
		Middlewares:   huma.Middlewares{a.identify},
	}
	if r.event != nil {
		operation.Responses = map[string]*huma.Response{strconv.Itoa(status): a.stream(r.event)}
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
	switch who := r.who; {
	case who.customer:
		operation.Security = []map[string][]string{{"portal": {}}}
		operation.Middlewares = append(operation.Middlewares, a.admitCustomer)
	case len(who.roles) > 0:
		operation.Security = []map[string][]string{{"staff": {}}}
		operation.Middlewares = append(operation.Middlewares, a.admit(who))
	}
	return operation
}

// stream describes an answer of server-sent events: a list that grows while it is
// read, each of its entries with the name of an event and its data, in JSON.
func (a *API) stream(event reflect.Type) *huma.Response {
	return &huma.Response{Content: map[string]*huma.MediaType{eventStream: {Schema: &huma.Schema{
		Type:        huma.TypeArray,
		Description: "Server-sent events, each with its name in event and its data, as JSON, in data",
		Items:       a.huma.OpenAPI().Components.Schemas.Schema(event, true, ""),
	}}}}
}

// operationID names an operation of the contract: "get-customers-id-visits".
func operationID(method, path string) string {
	words := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/{}.", r) })
	return strings.ToLower(method) + "-" + strings.Join(words, "-")
}
