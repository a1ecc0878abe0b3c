package access

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Proofs lets customers prove a phone by a message from it.
type Proofs struct {
	base     *usecase.Base
	tokens   tokens
	portal   *Portal
	messages *messaging.Messages
}

// ProofRequest has the link that opens WhatsApp with the message.
type ProofRequest struct {
	Link      string
	ExpiresAt time.Time
	Ticket    string // of the browser, for sign-in
}

// Request starts a registered customer's proof.
func (p *Proofs) Request(ctx context.Context, qrID string) (ProofRequest, error) {
	business, err := p.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return ProofRequest{}, err
	}
	var customer loyalty.Customer
	err = p.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) (err error) {
		customer, err = tx.Customers().Get(qrID)
		return err
	})
	if err != nil {
		return ProofRequest{}, err
	}
	return p.create(ctx, business, loyalty.PhoneProof{
		Scope: business.ID, BusinessID: business.ID, CustomerID: customer.ID, Browser: p.portal.BrowserKey(ctx),
		ExpiresAt: p.base.Now().Add(loyalty.RegistrationProofLifetime),
	}, "Confirmo mi número en "+business.Name+".")
}

// ProofState describes a phone proof.
type ProofState struct {
	Verified bool
	Offered  bool
	Hidden   bool // WhatsApp hides the sender's phone
}

// State returns the state of a proof.
func (p *Proofs) State(ctx context.Context, qrID string) (ProofState, error) {
	business, err := p.base.ActiveBusinessOfQR(ctx, qrID)
	if err != nil {
		return ProofState{}, err
	}
	var state ProofState
	err = p.base.Store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(qrID)
		if err != nil {
			return err
		}
		state.Offered = customer.Phone != "" && p.messages.NumberOf(business) != ""
		verifiedAt, _, err := tx.Customers().LastSeen(customer.ID)
		if err != nil {
			return err
		}
		state.Verified = !verifiedAt.IsZero()
		hidden, err := tx.Phones().IsHidden(customer.ID, p.base.Now())
		state.Hidden = hidden && !state.Verified
		return err
	})
	return state, err
}

// RequestSignIn returns a ticket that signs the browser in once, after the message; without a business at the one last
// visited. The response does not reveal whether the customer exists.
func (p *Proofs) RequestSignIn(ctx context.Context, businessID string) (ProofRequest, error) {
	var business loyalty.Business
	at := ""
	if businessID != "" {
		namedBusiness, err := p.activeBusiness(ctx, businessID)
		if err != nil {
			return ProofRequest{}, err
		}
		business, at = namedBusiness, " de "+namedBusiness.Name
	}
	ticket, err := p.base.IDs.Secret()
	if err != nil {
		return ProofRequest{}, err
	}
	request, err := p.create(ctx, business, loyalty.PhoneProof{
		Scope: businessID, TicketHash: p.tokens.ticketHash(ticket), Browser: p.portal.BrowserKey(ctx), ExpiresAt: p.base.Now().Add(loyalty.SignInProofLifetime),
	}, "Quiero ver mis puntos"+at+". No lo envíes si te lo ha pedido otra persona.")
	request.Ticket = ticket
	return request, err
}

// SignInMethods has the available methods.
type SignInMethods struct{ Code, Email, Message bool }

// SignInMethods returns the methods at a business, or without one those at any. With another method, Code is false if a
// code would expire before it is sent.
func (p *Proofs) SignInMethods(ctx context.Context, businessID string) (SignInMethods, error) {
	if businessID == "" {
		return SignInMethods{Code: true, Email: p.portal.mail, Message: p.messages.NumberOf(loyalty.Business{}) != ""}, nil
	}
	var methods SignInMethods
	err := p.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		now := p.base.Now()
		usage, _, err := tx.Usage().Of([]loyalty.Day{business.DayOf(now)}, now)
		if err != nil {
			return err
		}
		limits := business.WhatsApp
		methods.Message = p.messages.NumberOf(business) != ""
		methods.Email = p.portal.mail && business.IsActive()
		methods.Code = !methods.Message && !methods.Email || limits.CodesAllowed && business.MessageHold() == "" && !queueing.IsExhausted(limits, usage.Days[0])
		return nil
	})
	return methods, err
}

func (p *Proofs) activeBusiness(ctx context.Context, businessID string) (loyalty.Business, error) {
	business, err := p.base.BusinessByID(ctx, businessID)
	if err == nil && !business.IsActive() {
		err = loyalty.ErrBusinessSuspended
	}
	return business, err
}

func (p *Proofs) create(
	ctx context.Context, business loyalty.Business, proof loyalty.PhoneProof, message string,
) (ProofRequest, error) {
	number := p.messages.NumberOf(business)
	if number == "" {
		return ProofRequest{}, loyalty.ErrProofsUnavailable
	}
	code, err := loyalty.NewProofCode(rand.Reader)
	if err != nil {
		return ProofRequest{}, err
	}
	proof.CodeHash = p.tokens.proofHash(code)
	if err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Proofs().Insert(proof) }); err != nil {
		return ProofRequest{}, err
	}
	return ProofRequest{Link: linkTo(number, message+" Código "+code), ExpiresAt: proof.ExpiresAt}, nil
}

// linkTo writes blanks as %20, because WhatsApp would show a plus sign.
func linkTo(number, message string) string {
	return "https://wa.me/" + strings.TrimPrefix(number, "+") + "?text=" + strings.ReplaceAll(url.QueryEscape(message), "+", "%20")
}

// HandleMessage processes a proof code.
func (p *Proofs) HandleMessage(tx *store.PlatformTx, in messaging.Inbound, code string) error {
	proof, found, err := tx.Proofs().ByCode(p.tokens.proofHash(code))
	switch {
	case err != nil:
		return err
	case in.Phone == "" && !found:
		return nil
	case in.Phone == "":
		return p.recordHidden(tx, in, proof)
	case !found || !proof.IsPending(p.base.Now()) || proof.SessionID != "":
		return p.replyToUnknown(tx, in, proof.Scope, "Este código ya no vale. Vuelve a pedirlo en la pantalla desde la que nos has escrito.")
	case proof.IsForSignIn():
		return p.proveToSignIn(tx, in, proof)
	}
	return p.proveRegistration(tx, in, proof)
}

func (p *Proofs) recordHidden(tx *store.PlatformTx, in messaging.Inbound, proof loyalty.PhoneProof) error {
	proof.Hidden = true
	if err := tx.Proofs().Update(proof); err != nil || in.HiddenID == "" {
		return err
	}
	in.Phone = in.HiddenID
	return p.replyToUnknown(tx, in, proof.Scope,
		"Tu WhatsApp oculta tu número, así que no podemos saber quién eres. Mira en la pantalla desde la que nos has escrito qué puedes hacer.")
}

func (p *Proofs) proveRegistration(tx *store.PlatformTx, in messaging.Inbound, proof loyalty.PhoneProof) error {
	businessTx := tx.In(proof.BusinessID)
	business, err := businessTx.Business().Get()
	if err != nil || !business.IsActive() {
		return err
	}
	customer, err := businessTx.Customers().Lock(proof.CustomerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !loyalty.SamePhone(customer.Phone, in.Phone) {
		return p.replyToUnknown(tx, in, business.ID, "Este código es de otro número. Envíalo desde el móvil con el que te has registrado.")
	}
	if customer, err = p.recordVerifiedPhone(businessTx, customer, proof.Browser); err != nil {
		return err
	}
	if err := tx.Proofs().Remove(proof); err != nil {
		return err
	}
	return p.messages.ReplyWithQR(businessTx, business, customer, in, fmt.Sprintf("¡Gracias, %s! Tu número queda confirmado en %s.",
		loyalty.GreetingName(customer.Name), business.SenderName()))
}

func (p *Proofs) proveToSignIn(tx *store.PlatformTx, in messaging.Inbound, proof loyalty.PhoneProof) error {
	if proof.CustomerID != "" {
		return nil
	}
	business, customer, err := codeRecipient(tx, CodeRequest{BusinessID: proof.Scope}, in.Phone)
	if err != nil {
		return err
	}
	if customer.ID == "" {
		return p.replyToUnknown(tx, in, proof.Scope, "Este número no tiene tarjeta aquí. Si ya eres cliente, pide en el mostrador que revisen tu teléfono.")
	}
	if !business.IsActive() {
		return nil
	}
	proof.BusinessID, proof.CustomerID, proof.PhoneKey = business.ID, customer.ID, p.tokens.phoneKey(in.Phone)
	if err := tx.Proofs().Update(proof); err != nil {
		return err
	}
	businessTx := tx.In(business.ID)
	if customer, err = p.recordVerifiedPhone(businessTx, customer, proof.Browser); err != nil {
		return err
	}
	return p.messages.Reply(businessTx, customer, in, fmt.Sprintf(
		"Listo: ya puedes ver tus puntos de %s en la pantalla en la que lo has pedido. Si no has sido tú, avísanos en el mostrador.", business.SenderName()))
}

func (p *Proofs) recordVerifiedPhone(tx *store.Tx, customer loyalty.Customer, browser string) (loyalty.Customer, error) {
	verifiedCustomer, err := p.portal.markPhoneVerified(tx, customer, browser)
	if err != nil {
		return verifiedCustomer, err
	}
	if err := tx.Phones().NoteVerification(customer, p.base.Now()); err != nil {
		return verifiedCustomer, err
	}
	return verifiedCustomer, p.base.Record(tx, "", loyalty.ActionPhoneVerified, customer.ID, "")
}

func (p *Proofs) replyToUnknown(tx *store.PlatformTx, in messaging.Inbound, businessID, text string) error {
	if businessID == "" {
		last, found, err := tx.Businesses().ByPhone(in.Phone)
		if err != nil || !found {
			return err
		}
		businessID = last
	}
	replies, err := tx.Messages().RepliesSince(in.Phone, p.base.Now().Add(-time.Hour))
	if err != nil || replies >= messaging.MaxRepliesPerHour {
		return err
	}
	businessTx := tx.In(businessID)
	to, err := businessTx.Customers().ByPhone(in.Phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		to, err = loyalty.Customer{Phone: in.Phone}, nil
	}
	if err != nil {
		return err
	}
	return p.messages.Reply(businessTx, to, in, text)
}

// SignInWithTicket returns a ticket's session once; opened is false while no message has come. Errors:
// loyalty.ErrTicketRefused, loyalty.ErrPhoneHidden.
func (p *Proofs) SignInWithTicket(ctx context.Context, ticket string) (session PortalSession, opened bool, err error) {
	return p.ExchangeTicket(ctx, TicketExchange{Requester: NetworkRequester(""), Ticket: ticket})
}

// TicketExchange exchanges a ticket for a session.
type TicketExchange struct {
	Requester string
	Ticket    string
	Birthday  string
}

// ExchangeTicket exchanges a ticket like SignInWithTicket, with requester and birthday as in Portal.ExchangeCode. After
// a lost response a browser gets the same session.
func (p *Proofs) ExchangeTicket(ctx context.Context, try TicketExchange) (session PortalSession, opened bool, err error) {
	if _, ok := loyalty.ParseDay(try.Birthday); try.Birthday != "" && !ok {
		return PortalSession{}, false, loyalty.InvalidField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
	}
	hash := p.tokens.ticketHash(try.Ticket)
	var proof loyalty.PhoneProof
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		proof, err = p.byTicket(tx, hash)
		return err
	})
	switch {
	case err != nil:
		return PortalSession{}, false, err
	case proof.CustomerID == "" && proof.Hidden:
		return PortalSession{}, false, loyalty.ErrPhoneHidden
	case proof.CustomerID == "":
		return PortalSession{}, false, nil
	}
	by := caller{requester: try.Requester, agent: usecase.UserAgentOf(ctx), birthday: try.Birthday}
	session, refusal, err := p.portal.signIn(ctx, func(tx *store.PlatformTx) (PortalSession, error, error) {
		return p.open(tx, hash, by)
	})
	switch {
	case err != nil:
		return PortalSession{}, false, fmt.Errorf("exchanging a ticket: %w", err)
	case refusal != nil:
		return PortalSession{}, false, refusal
	}
	return session, true, nil
}

func (p *Proofs) byTicket(tx *store.PlatformTx, hash string) (loyalty.PhoneProof, error) {
	proof, found, err := tx.Proofs().ByTicket(hash)
	if err == nil && (!found || !proof.IsPending(p.base.Now())) {
		err = loyalty.ErrTicketRefused
	}
	return proof, err
}

// open opens a proof's session, or returns the one already opened in this browser. The caller returns refusal after the
// commit. Without the birthday, the proof stays usable.
func (p *Proofs) open(tx *store.PlatformTx, hash string, by caller) (session PortalSession, refusal, err error) {
	proof, err := p.byTicket(tx, hash)
	if err != nil {
		return session, nil, err
	}
	if proof.SessionID != "" && proof.Requester != p.tokens.requesterKey(by.requester) {
		return session, loyalty.ErrTicketRefused, nil
	}
	businessTx := tx.In(proof.BusinessID)
	// The customer may be archived or have another phone by now.
	customer, err := businessTx.Customers().Get(proof.CustomerID)
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		return session, loyalty.ErrTicketRefused, tx.Proofs().Remove(proof)
	case err != nil:
		return session, nil, err
	case !p.tokens.matchesPhone(proof.PhoneKey, customer.Phone):
		return session, loyalty.ErrTicketRefused, tx.Proofs().Remove(proof)
	}
	if refusal, err = p.portal.birthdays.compare(businessTx, customer, by.birthday); err != nil || refusal != nil {
		return session, refusal, err
	}
	session, opened, err := p.openByProof(tx, proof, customer, by)
	if err == nil && !opened {
		refusal = loyalty.ErrTicketRefused
	}
	return session, refusal, err
}

// openByProof opens the session of a proof. A network requester uses the proof up.
func (p *Proofs) openByProof(tx *store.PlatformTx, proof loyalty.PhoneProof, customer loyalty.Customer, by caller) (PortalSession, bool, error) {
	businessTx := tx.In(proof.BusinessID)
	if proof.SessionID != "" {
		return p.portal.resumeSession(tx, proof.SessionID, businessTx, customer, "")
	}
	session, newSession, opened, err := p.portal.startSession(tx, businessTx, customer, credential{browser: proof.Browser}, by.agent)
	switch {
	case err != nil || !opened && isBrowser(by.requester):
		return session, false, err
	case !isBrowser(by.requester):
		return session, opened, tx.Proofs().Remove(proof)
	}
	proof.SessionID, proof.Requester = newSession.id, p.tokens.requesterKey(by.requester)
	return session, true, tx.Proofs().Use(proof)
}

// RemoveExpired removes expired proofs.
func (p *Proofs) RemoveExpired(ctx context.Context) error {
	return p.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Proofs, store.Proofs.RemoveExpired), Before: p.base.Now()}})
}
