package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
)

// routes is the whole API on one page: what is called, and who may call it
// (specification, sections 6 and 7).
func (a *API) routes() []route {
	return []route{
		get("/healthz", public, "Is the process alive?", a.healthz),
		get("/readyz", public, "Does the database answer?", a.readyz),

		get("/public/businesses/{id}", public, "What the registration form shows of a business", a.publicBusiness),
		get("/public/businesses/{id}/legal", public, "Who answers for the data of a business's customers", a.legalIdentity),
		get("/public/fixed-business", public, "The business of the registration page at /qr", a.fixed),
		created("/public/customers/register", public, "Register as a customer", a.register).counting(a.limits.registerFrom),
		get("/public/customers/{id}", public, "Whose QR it is, for whoever holds the id", a.publicCustomer),
		get("/public/customers/{id}/qr.png", public, "A customer's QR as a picture", a.qrPicture),
		get("/public/customers/{id}/visits", public, "A customer's visits, newest first", a.publicVisits),
		post("/public/customers/{id}/unsubscribe", public, "Withdraw every marketing consent", a.unsubscribe).counting(a.limits.withdrawFrom),

		post("/public/customers/{id}/phone-proof", public, "Prove by a WhatsApp message that the phone is one's own", a.askForProof),
		get("/public/customers/{id}/phone-proof", public, "Whether that message has come", a.proofState),

		post("/auth/login", public, "Sign in with e-mail and password", a.login).counting(a.limits.signInFrom),
		post("/auth/logout", anyUser, "End one's session", a.logout),
		post("/auth/change-password", anyUser, "Change one's own password", a.changePassword),
		patch("/users/me/password", anyUser, "Change one's own password", a.changePassword),
		post("/users/me/password", anyUser, "Change one's own password", a.changePassword),
		post("/me/password", anyUser, "Change one's own password", a.changePassword),

		post("/auth/customer/request", public, "Send a customer a code by WhatsApp", a.requestCode).counting(a.limits.requestCodeFrom),
		post("/auth/customer/verify", public, "Exchange a code for a portal session", a.checkCode).counting(a.limits.checkCodeFrom),
		get("/auth/customer/ways", public, "How a customer can sign in", a.signInWays),
		post("/auth/customer/message", public, "Sign in by a WhatsApp message: a ticket to wait with", a.askToSignIn).counting(a.limits.askToSignIn),
		post("/auth/customer/message/check", public, "Exchange a ticket for a portal session, once the message has come", a.takeSignIn).counting(a.limits.checkProof),
		post("/portal/me/logout", customer, "End one's session", a.leavePortal),
		get("/portal/me", customer, "Oneself, and where one stands", a.own),
		get("/portal/me/data", customer, "What is kept about oneself", a.ownData),
		patch("/portal/me/data", customer, "Correct one's name, e-mail or birthday", a.changeOwn),
		get("/portal/me/data.csv", customer, "The same as a table", a.ownDataCSV),
		post("/portal/me/consents", customer, "Accept or withdraw a purpose", a.setConsent),
		post("/portal/me/erasure", customer, "Ask to be forgotten", a.askErasure),
		get("/portal/me/visits", customer, "One's visits, newest first", a.ownVisits),
		get("/portal/me/live", customer, "Oneself now and after each change, as server-sent events", a.followLive),
		get("/portal/me/rewards", customer, "One's rewards, newest first", a.ownRewards),

		get("/business", staff, "The business one works for", a.business),
		patch("/business", owner, "Change the business's settings", a.changeBusiness),
		get("/business/poster.pdf", owner, "A poster with the QR of the registration form", a.poster),
		post("/business/targets/preview", owner, "What other targets would owe at once", a.previewTargets),
		get("/business/marketing", owner, "What marketing messages say, and how many customers can get them", a.marketing),
		get("/business/week", adminLevel, "Who came this week, who stopped coming, what is owed", a.week),
		get("/reports/services", adminLevel, "Each customer's visits by day, week and month", a.servicesReport),
		get("/reports/services/charts", adminLevel, "When people came, and who was new", a.servicesCharts),
		get("/reports/services/file", adminLevel, "The services report as a spreadsheet", a.servicesFile),

		get("/cp/businesses", operator, "The businesses of the platform, newest first, and what goes on in each", a.businesses),
		created("/cp/businesses", operator, "Open a business with its owner", a.openBusiness),
		patch("/cp/businesses/{id}", operator, "Rename a business, or change how it sends", a.reviseBusiness),
		post("/cp/businesses/{id}/suspend", operator, "End the sessions of a business's staff and keep everybody out", a.suspendBusiness),
		post("/cp/businesses/{id}/reactivate", operator, "Let a suspended business work again", a.reactivateBusiness),
		get("/cp/businesses/{id}/export", operator, "Everything that belongs to a business, as a ZIP", a.exportBusiness).unhurried(),
		get("/cp/wa/messages", operator, "The messages of all businesses, newest first", a.messages),

		get("/wa/status", staff, "How messages are sent", a.whatsAppStatus),
		get("/customers/wa/status", staff, "How messages are sent", a.whatsAppStatus),
		get("/whatsapp/status", staff, "How messages are sent", a.whatsAppStatus),
		get("/integrations/wa/status", staff, "How messages are sent", a.whatsAppStatus),
		get("/cp/wa/status", staff, "How messages are sent", a.whatsAppStatus),
		options("/wa/status", a.probe),
		options("/customers/wa/status", a.probe),
		options("/whatsapp/status", a.probe),
		options("/integrations/wa/status", a.probe),
		options("/cp/wa/status", a.probe),

		get("/wa/webhook", provider, "Prove to WhatsApp that its notices go here", a.setUpWebhook),
		notified("/wa/webhook", "Hear from WhatsApp what became of messages, and what customers wrote", a.hearNotice).passing(a.admitNotice),

		get("/users", adminLevel, "The staff one may manage", a.users),
		created("/users", adminLevel, "Create an account", a.createUser),
		post("/users/{id}/reset-password", adminLevel, "Give a temporary password", a.resetPassword),
		post("/admin/users/{id}/reset-password", adminLevel, "Give a temporary password", a.resetPassword),
		post("/cp/users/{id}/reset-password", adminLevel, "Give a temporary password", a.resetPassword),
		patch("/users/{id}/password", adminLevel, "Give a password", a.setPassword),
		post("/users/reset-password", adminLevel, "Give a temporary password", a.resetPasswordOf),
		post("/users/{id}/disable", adminLevel, "End an account's sessions and keep it from signing in", a.disableUser),
		post("/users/{id}/enable", adminLevel, "Let a disabled account sign in again", a.enableUser),

		get("/customers", staff, "List and search customers", a.customers),
		created("/customers", adminLevel, "Create a customer", a.createCustomer),
		post("/customers/lookup", staff, "Find a customer by phone or e-mail", a.lookupCustomer),
		get("/customers/{id}", staff, "A customer", a.customer),
		patch("/customers/{id}", adminLevel, "Change a customer", a.changeCustomer),
		remove("/customers/{id}", adminLevel, "Archive a customer", a.archiveCustomer),
		created("/customers/{id}/merge", adminLevel, "Make two records of one person one", a.mergeCustomers),
		get("/customers/{id}/merges", adminLevel, "What was merged into a customer, newest first", a.merges),
		post("/merges/{id}/undo", adminLevel, "Take a merge back", a.undoMerge),
		get("/customers/{id}/consents", adminLevel, "What a customer accepted and withdrew, newest first", a.consents),
		post("/customers/{id}/unsubscribe", adminLevel, "Withdraw every marketing consent of a customer who asks for it", a.unsubscribeFor),
		get("/customers/{id}/messages", staff, "How far the messages to a customer have come, newest first", a.customerMessages),
		post("/customers/{id}/qr/send", adminLevel, "Send a customer her QR by WhatsApp", a.sendQR),

		created("/customers/{id}/visits", staff, "Register a visit", a.registerVisit),
		created("/app/customers/{id}/visits", staff, "Register a visit", a.registerVisit),
		created("/visits", staff, "Register a visit", a.registerVisitOf),
		created("/customers/visits/by-phone", staff, "Register a visit by phone", a.registerVisitByPhone),
		get("/customers/{id}/visits", staff, "A customer's visits, newest first", a.visits),
		get("/app/customers/{id}/visits", staff, "A customer's visits, newest first", a.visits),
		get("/visits", staff, "A customer's visits, newest first", a.visitsOf),
		remove("/visits/{id}", adminLevel, "Delete a visit", a.deleteVisit),
		post("/visits/{id}/undo", staff, "Take back a visit that one has just registered", a.undoVisit),

		get("/customers/{id}/progress", staff, "Stamps and what is owed", a.progress),
		get("/customers/{id}/rewards", staff, "A customer's rewards, newest first", a.rewards),
		post("/customers/{id}/rewards/{rewardId}/redeem", staff, "Redeem a reward", a.redeem),
		post("/customers/{id}/rewards/{rewardId}/take-back", staff, "Take back a redemption", a.takeBack),

		get("/devices", owner, "The devices that have a name, and what each has handed over", a.devices),
		created("/devices", owner, "Name a device: the code that makes a browser this device", a.addDevice),
		patch("/devices/{id}", owner, "Rename a device", a.renameDevice),
		post("/devices/{id}/revoke", owner, "End what a device may do", a.revokeDevice),
		post("/devices/{id}/visits/{visitId}/register", owner, "Register a visit that a device handed over", a.registerHanded),
		post("/devices/{id}/visits/{visitId}/discard", owner, "Give up a visit that a device handed over", a.discardHanded),
		post("/public/devices/enrol", public, "Exchange a code for the token of a device", a.enrolDevice).counting(a.limits.device),
		post("/public/devices/handover", public, "Hand over what a revoked device had still to send", a.handOver).counting(a.limits.device).upTo(maxHandover),

		get("/counter/snapshot", staff, "What a counter knows its customers by without a network", a.snapshot),
		get("/counter/today", staff, "How many visits were registered today", a.today),

		get("/families", staff, "List and search families", a.families),
		created("/families", adminLevel, "Create a family", a.createFamily),
		get("/families/{id}", staff, "A family, its members and its card", a.family),
		patch("/families/{id}", adminLevel, "Rename a family or change its policy", a.changeFamily),
		remove("/families/{id}", adminLevel, "Delete an empty family", a.deleteFamily),
		get("/families/{id}/policy/preview", adminLevel, "What another policy would change for each member", a.previewPolicy),
		created("/families/{id}/members", adminLevel, "Put a customer into a family", a.addMember),
		patch("/families/{id}/members/{customerId}/role", adminLevel, "Give a member another role", a.changeRole),
		remove("/families/{id}/members/{customerId}", adminLevel, "Take a member out of a family", a.removeMember),
		get("/families/{id}/members/{customerId}/preview", adminLevel, "What joining, or of a member leaving, would change", a.previewMember),
	}
}

// access says who may call a route.
type access struct {
	name     string
	roles    []loyalty.Role // of staff
	customer bool           // a signed-in customer, with a portal token
	business bool           // acts on a business: a SUPERADMIN has to name it
}

var (
	public   = access{name: "public"}
	provider = access{name: "provider"} // proves itself by word or signature
	customer = access{name: "customer", customer: true}
	// anyUser may be somebody who has still to choose a password of her own.
	anyUser    = access{name: "any user", roles: []loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner, loyalty.Superadmin}}
	staff      = access{name: "staff", roles: anyUser.roles, business: true}
	adminLevel = access{name: "admin level", roles: []loyalty.Role{loyalty.Admin, loyalty.Owner, loyalty.Superadmin}, business: true}
	owner      = access{name: "owner", roles: []loyalty.Role{loyalty.Owner, loyalty.Superadmin}, business: true}
	operator   = access{name: "operator", roles: []loyalty.Role{loyalty.Superadmin}}
)

// open reports whether no token is needed.
func (w access) open() bool { return len(w.roles) == 0 && !w.customer }

// allows reports whether a role may call.
func (w access) allows(role loyalty.Role) bool {
	return slices.Contains(w.roles, role)
}

// route is one line of the table.
type route struct {
	method   string
	path     string
	who      access
	tries    func(context.Context) error // counts a try before the request is read; nil: none is counted
	maxBody  int64                       // bytes that are read
	through  func(huma.Context, func(huma.Context))
	endless  bool // takes as long as it takes
	register func(*API, route)
}

// counting is the route, of which each try counts before anything of it is read.
func (r route) counting(tries func(context.Context) error) route {
	r.tries = tries
	return r
}

// unhurried is the route, which may take as long as it takes.
func (r route) unhurried() route {
	r.endless = true
	return r
}

// passing is the route, behind a door of its own.
func (r route) passing(through func(huma.Context, func(huma.Context))) route {
	r.through = through
	return r
}

// upTo is the route, with another limit for its body, in bytes.
func (r route) upTo(largest int64) route {
	r.maxBody = largest
	return r
}

type handler[I, O any] func(context.Context, *I) (*O, error)

func get[I, O any](path string, who access, summary string, h handler[I, O]) route {
	return define(http.MethodGet, path, who, http.StatusOK, summary, h)
}

func post[I, O any](path string, who access, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, who, http.StatusOK, summary, h)
}

// created is a POST that answers 201: it makes something.
func created[I, O any](path string, who access, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, who, http.StatusCreated, summary, h)
}

func patch[I, O any](path string, who access, summary string, h handler[I, O]) route {
	return define(http.MethodPatch, path, who, http.StatusOK, summary, h)
}

func remove[I, O any](path string, who access, summary string, h handler[I, O]) route {
	return define(http.MethodDelete, path, who, http.StatusOK, summary, h)
}

// options answers the probe with which the app finds out where something is.
func options[I, O any](path string, h handler[I, O]) route {
	return define(http.MethodOptions, path, public, http.StatusNoContent, "Is this call offered?", h)
}

func define[I, O any](method, path string, who access, status int, summary string, h handler[I, O]) route {
	return route{method: method, path: path, who: who, maxBody: maxBody, register: func(a *API, r route) {
		huma.Register(a.huma, a.operation(r, status, summary), explained(a, hurrying(r, h)))
	}}
}

// explained is a handler whose errors have become answers.
func explained[I, O any](a *API, h handler[I, O]) func(context.Context, *I) (*O, error) {
	return func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		return out, a.explain(ctx, err)
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
	if r.tries != nil {
		operation.Middlewares = append(operation.Middlewares, a.countTry(r.tries))
	}
	if r.through != nil {
		operation.Middlewares = append(operation.Middlewares, r.through)
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

// operationID names an operation of the contract: "get-customers-id-visits".
func operationID(method, path string) string {
	words := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/{}.", r) })
	return strings.ToLower(method) + "-" + strings.Join(words, "-")
}
