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

// Proofs let a customer prove by a message from her phone that it is hers, after she
// has registered and to sign in.
type Proofs struct {
	base     *usecase.Base
	tokens   tokens
	portal   *Portal
	messages *messaging.Messages
}

// ProofRequest is what a customer is given to prove a phone: a link that opens
// WhatsApp with a message to the sender's number, which she has to send before
// it expires.
type ProofRequest struct {
	Link      string
	ExpiresAt time.Time
	Ticket    string // to sign in: what the waiting browser shows
}

// Ask lets a customer who has registered prove that the phone is hers.
func (p *Proofs) Ask(ctx context.Context, qrID string) (ProofRequest, error) {
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
	return p.wait(ctx, business, loyalty.PhoneProof{
		Scope: business.ID, BusinessID: business.ID, CustomerID: customer.ID, Browser: p.portal.BrowserKey(ctx),
		ExpiresAt: p.base.Now().Add(loyalty.RegistrationProofLifetime),
	}, "Confirmo mi número en "+business.Name+".")
}

// ProofState says how far a customer has come with proving her phone.
type ProofState struct {
	Verified bool // her phone is known to be hers
	Offered  bool // she can prove it by writing from it
	Hidden   bool // she has written, but WhatsApp hides her phone
}

// State returns how far a customer has come with proving her phone.
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
		hidden, err := tx.Phones().Hidden(customer.ID, p.base.Now())
		state.Hidden = hidden && !state.Verified
		return err
	})
	return state, err
}

// AskToSignIn lets whoever holds the ticket sign in once a customer has written
// from her phone: of the business that is named, or of the one that the phone
// visited last. Nothing is known yet of who that is, so the answer is the same
// for everybody.
func (p *Proofs) AskToSignIn(ctx context.Context, businessID string) (ProofRequest, error) {
	var business loyalty.Business
	at := ""
	if businessID != "" {
		named, err := p.openToProofs(ctx, businessID)
		if err != nil {
			return ProofRequest{}, err
		}
		business, at = named, " de "+named.Name
	}
	ticket, err := p.base.IDs.Secret()
	if err != nil {
		return ProofRequest{}, err
	}
	request, err := p.wait(ctx, business, loyalty.PhoneProof{
		Scope: businessID, TicketHash: p.tokens.ticketHash(ticket), Browser: p.portal.BrowserKey(ctx), ExpiresAt: p.base.Now().Add(loyalty.SignInProofLifetime),
	}, "Quiero ver mis puntos"+at+". No lo envíes si te lo ha pedido otra persona.")
	request.Ticket = ticket
	return request, err
}

// SignInWays says how a customer can sign in to her portal.
type SignInWays struct{ Code, Email, Message bool }

// SignInWays returns the ways into the portal of a business, or where none is
// named into any. Where a business's own account may not send codes, or none
// would be sent before it expires, customers write instead.
func (p *Proofs) SignInWays(ctx context.Context, businessID string) (SignInWays, error) {
	if businessID == "" {
		return SignInWays{Code: true, Email: p.portal.mail, Message: p.messages.NumberOf(loyalty.Business{}) != ""}, nil
	}
	var ways SignInWays
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
		ways.Message = p.messages.NumberOf(business) != ""
		ways.Email = p.portal.mail && business.IsActive()
		ways.Code = !ways.Message && !ways.Email || limits.CodesAllowed && business.MessageHold() == "" && !queueing.IsExhausted(limits, usage.Days[0])
		return nil
	})
	return ways, err
}

// openToProofs returns a business, and refuses one that is suspended.
func (p *Proofs) openToProofs(ctx context.Context, businessID string) (loyalty.Business, error) {
	business, err := p.base.BusinessByID(ctx, businessID)
	if err == nil && !business.IsActive() {
		err = loyalty.ErrBusinessSuspended
	}
	return business, err
}

// wait gives a proof its code and records it.
func (p *Proofs) wait(
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

// linkTo opens WhatsApp with a message to a number. Blanks are %20: a plus would
// stay one.
func linkTo(number, message string) string {
	return "https://wa.me/" + strings.TrimPrefix(number, "+") + "?text=" + strings.ReplaceAll(url.QueryEscape(message), "+", "%20")
}

// Take deals with a message that has a code.
func (p *Proofs) Take(tx *store.PlatformTx, in messaging.Inbound, code string) error {
	proof, found, err := tx.Proofs().ByCode(p.tokens.proofHash(code))
	switch {
	case err != nil:
		return err
	case in.Phone == "" && !found:
		return nil
	case in.Phone == "":
		return p.noteHidden(tx, in, proof)
	case !found || !proof.IsPending(p.base.Now()) || proof.SessionID != "":
		return p.answerStranger(tx, in, proof.Scope, "Este código ya no vale. Vuelve a pedirlo en la pantalla desde la que nos has escrito.")
	case proof.IsForSignIn():
		return p.proveToSignIn(tx, in, proof)
	}
	return p.proveRegistration(tx, in, proof)
}

// noteHidden lets the screen that waits for a proof say that the phone is hidden,
// which proves nothing, and says so to whoever wrote.
func (p *Proofs) noteHidden(tx *store.PlatformTx, in messaging.Inbound, proof loyalty.PhoneProof) error {
	proof.Hidden = true
	if err := tx.Proofs().Update(proof); err != nil || in.Hidden == "" {
		return err
	}
	in.Phone = in.Hidden
	return p.answerStranger(tx, in, proof.Scope,
		"Tu WhatsApp oculta tu número, así que no podemos saber quién eres. Mira en la pantalla desde la que nos has escrito qué puedes hacer.")
}

func (p *Proofs) proveRegistration(tx *store.PlatformTx, in messaging.Inbound, proof loyalty.PhoneProof) error {
	bound := tx.In(proof.BusinessID)
	business, err := bound.Business().Get()
	if err != nil || !business.IsActive() {
		return err
	}
	customer, err := bound.Customers().Lock(proof.CustomerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !loyalty.SamePhone(customer.Phone, in.Phone) {
		return p.answerStranger(tx, in, business.ID, "Este código es de otro número. Envíalo desde el móvil con el que te has registrado.")
	}
	if customer, err = p.verifyPhone(bound, customer, proof.Browser); err != nil {
		return err
	}
	if err := tx.Proofs().Remove(proof); err != nil {
		return err
	}
	return p.messages.ReplyWithQR(bound, business, customer, in, fmt.Sprintf("¡Gracias, %s! Tu número queda confirmado en %s.",
		loyalty.GreetingName(customer.Name), business.SenderName()))
}

// proveToSignIn notes who the waiting browser is to be signed in as: the first
// customer whose phone sends the code.
func (p *Proofs) proveToSignIn(tx *store.PlatformTx, in messaging.Inbound, proof loyalty.PhoneProof) error {
	if proof.CustomerID != "" {
		return nil
	}
	business, customer, err := codeHolder(tx, CodeRequest{BusinessID: proof.Scope}, in.Phone)
	if err != nil {
		return err
	}
	if customer.ID == "" {
		return p.answerStranger(tx, in, proof.Scope, "Este número no tiene tarjeta aquí. Si ya eres cliente, pide en el mostrador que revisen tu teléfono.")
	}
	if !business.IsActive() {
		return nil
	}
	proof.BusinessID, proof.CustomerID, proof.PhoneKey = business.ID, customer.ID, p.tokens.phoneKey(in.Phone)
	if err := tx.Proofs().Update(proof); err != nil {
		return err
	}
	bound := tx.In(business.ID)
	if customer, err = p.verifyPhone(bound, customer, proof.Browser); err != nil {
		return err
	}
	return p.messages.Reply(bound, customer, in, fmt.Sprintf(
		"Listo: ya puedes ver tus puntos de %s en la pantalla en la que lo has pedido. Si no has sido tú, avísanos en el mostrador.", business.SenderName()))
}

// verifyPhone records that a message has come from a customer's phone, by a code that was asked
// for in a browser, and returns the customer as they are then.
func (p *Proofs) verifyPhone(tx *store.Tx, customer loyalty.Customer, browser string) (loyalty.Customer, error) {
	proved, err := p.portal.prove(tx, customer, browser)
	if err != nil {
		return proved, err
	}
	if err := tx.Phones().Verify(customer, p.base.Now()); err != nil {
		return proved, err
	}
	return proved, p.base.Record(tx, "", loyalty.ActionPhoneVerified, customer.ID, "")
}

// answerStranger answers a phone that has proved nothing, in the name of the
// business that was meant, or else of the one it visited last. Where there is
// neither, nobody answers.
func (p *Proofs) answerStranger(tx *store.PlatformTx, in messaging.Inbound, businessID, text string) error {
	if businessID == "" {
		last, found, err := tx.Businesses().ByPhone(in.Phone)
		if err != nil || !found {
			return err
		}
		businessID = last
	}
	replies, err := tx.Messages().RepliesSince(in.Phone, p.base.Now().Add(-time.Hour))
	if err != nil || replies >= messaging.RepliesAnHour {
		return err
	}
	bound := tx.In(businessID)
	to, err := bound.Customers().ByPhone(in.Phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		to, err = loyalty.Customer{Phone: in.Phone}, nil
	}
	if err != nil {
		return err
	}
	return p.messages.Reply(bound, to, in, text)
}

// TakeSignIn returns the session that a ticket opens, once, and false while
// nobody has proved her phone. It refuses with loyalty.ErrTicketRefused a ticket
// that has expired, was used or was never given, and with loyalty.ErrPhoneHidden
// one for which only a phone has written that WhatsApp hides.
func (p *Proofs) TakeSignIn(ctx context.Context, ticket string) (session PortalSession, opened bool, err error) {
	return p.TryTicket(ctx, TicketTry{Asker: NetworkAsker(""), Ticket: ticket})
}

// TicketTry is a ticket that a browser exchanges for a session.
type TicketTry struct {
	Asker    string // as in the CodeRequest
	Ticket   string
	Birthday string // where it was asked for; empty: not said
}

// TryTicket is TakeSignIn for an asker. A browser that names itself gets the same session
// again until the ticket expires, because the first answer may have been lost, unless the
// session has ended. A birthday is asked for and refused as by Portal.TryCode.
func (p *Proofs) TryTicket(ctx context.Context, try TicketTry) (session PortalSession, opened bool, err error) {
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
	by := caller{asker: try.Asker, agent: usecase.UserAgentOf(ctx), birthday: try.Birthday}
	session, refusal, err := p.portal.signInOf(ctx, func(tx *store.PlatformTx) (PortalSession, error, error) {
		return p.open(tx, hash, by)
	})
	switch {
	case err != nil:
		return PortalSession{}, false, fmt.Errorf("using a ticket: %w", err)
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

// open opens the session of a proof, or returns the one that it has opened in the same browser. The
// second result is the refusal: the customer may no longer sign in, the proof is used, or a birthday
// is asked for, which leaves the proof alone.
func (p *Proofs) open(tx *store.PlatformTx, hash string, by caller) (session PortalSession, refusal, err error) {
	proof, err := p.byTicket(tx, hash)
	if err != nil {
		return session, nil, err
	}
	if proof.SessionID != "" && proof.Requester != p.tokens.askerKey(by.asker) {
		return session, loyalty.ErrTicketRefused, nil
	}
	bound := tx.In(proof.BusinessID)
	// She may have been archived, or have another phone, since she wrote.
	customer, err := bound.Customers().Get(proof.CustomerID)
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		return session, loyalty.ErrTicketRefused, tx.Proofs().Remove(proof)
	case err != nil:
		return session, nil, err
	case !p.tokens.isOfPhone(proof.PhoneKey, customer.Phone):
		return session, loyalty.ErrTicketRefused, tx.Proofs().Remove(proof)
	}
	if refusal, err = p.portal.birthdays.check(bound, customer, by.birthday); err != nil || refusal != nil {
		return session, refusal, err
	}
	session, opened, err := p.openByProof(tx, proof, customer, by)
	if err == nil && !opened {
		refusal = loyalty.ErrTicketRefused
	}
	return session, refusal, err
}

// openByProof opens a session, or returns the one that the proof has opened. A proof of an asker
// that is only known by its network is used up.
func (p *Proofs) openByProof(tx *store.PlatformTx, proof loyalty.PhoneProof, customer loyalty.Customer, by caller) (PortalSession, bool, error) {
	bound := tx.In(proof.BusinessID)
	if proof.SessionID != "" {
		return p.portal.openAgain(tx, proof.SessionID, bound, customer, "")
	}
	session, begun, opened, err := p.portal.openFirst(tx, bound, customer, opening{browser: proof.Browser}, by.agent)
	switch {
	case err != nil || !opened && namesBrowser(by.asker):
		return session, false, err
	case !namesBrowser(by.asker):
		return session, opened, tx.Proofs().Remove(proof)
	}
	proof.SessionID, proof.Requester = begun.id, p.tokens.askerKey(by.asker)
	return session, true, tx.Proofs().Use(proof)
}

// Forget removes the proofs that nobody waits for any more.
func (p *Proofs) Forget(ctx context.Context) error {
	return p.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Proofs, store.Proofs.RemoveExpired), Before: p.base.Now()}})
}
