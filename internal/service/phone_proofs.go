package service

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// ProofRequest is what a customer is given to prove a phone: a link that opens
// WhatsApp with a message to the sender's number, which she has to send before
// it expires.
type ProofRequest struct {
	Link      string
	ExpiresAt time.Time
	Ticket    string // to sign in: what the waiting browser shows
}

// numberOf is the number that a business's customers write to; empty: there is
// none, or nobody would hear of it. The zero business has the platform's.
func (s *Service) numberOf(b loyalty.Business) string {
	switch {
	case !s.sender.Hears:
		return ""
	case b.WhatsApp.PhoneNumberID != "" && b.WhatsApp.From != "":
		return b.WhatsApp.From
	}
	return s.sender.Number
}

// AskForProof lets a customer who has registered prove that the phone is hers.
func (s *Service) AskForProof(ctx context.Context, customerID string) (ProofRequest, error) {
	business, err := s.openBusinessOf(ctx, customerID)
	if err != nil {
		return ProofRequest{}, err
	}
	return s.waitForProof(ctx, business, loyalty.PhoneProof{
		Scope: business.ID, BusinessID: business.ID, CustomerID: customerID,
		ExpiresAt: s.now().Add(loyalty.RegistrationProofLifetime),
	}, "Confirmo mi número en "+business.Name+".")
}

// ProofState says how far a customer has come with proving her phone.
type ProofState struct {
	Verified bool // her phone is known to be hers
	Offered  bool // she can prove it by writing from it
	Hidden   bool // she has written, but WhatsApp hides her phone
}

// ProofState returns how far a customer has come with proving her phone.
func (s *Service) ProofState(ctx context.Context, customerID string) (ProofState, error) {
	business, err := s.openBusinessOf(ctx, customerID)
	if err != nil {
		return ProofState{}, err
	}
	var state ProofState
	err = s.store.ViewBusiness(ctx, business.ID, func(tx *store.Tx) error {
		customer, err := tx.Customer(customerID)
		if err != nil {
			return err
		}
		state.Offered = customer.Phone != "" && s.numberOf(business) != ""
		verifiedAt, _, err := tx.LastSeen(customer.ID)
		if err != nil {
			return err
		}
		state.Verified = !verifiedAt.IsZero()
		hidden, err := tx.PhoneHidden(customer.ID, s.now())
		state.Hidden = hidden && !state.Verified
		return err
	})
	return state, err
}

// AskToSignIn lets whoever holds the ticket sign in once a customer has written
// from her phone: of the business that is named, or of the one that the phone
// visited last. Nothing is known yet of who that is, so the answer is the same
// for everybody.
func (s *Service) AskToSignIn(ctx context.Context, businessID string) (ProofRequest, error) {
	var business loyalty.Business
	at := ""
	if businessID != "" {
		named, err := s.openToProofs(ctx, businessID)
		if err != nil {
			return ProofRequest{}, err
		}
		business, at = named, " de "+named.Name
	}
	ticket, err := s.ids.Secret()
	if err != nil {
		return ProofRequest{}, err
	}
	request, err := s.waitForProof(ctx, business, loyalty.PhoneProof{
		Scope: businessID, TicketHash: s.tokens.ticketHash(ticket), ExpiresAt: s.now().Add(loyalty.SignInProofLifetime),
	}, "Quiero ver mis puntos"+at+". No lo envíes si te lo ha pedido otra persona.")
	request.Ticket = ticket
	return request, err
}

// SignInWays says how a customer can sign in to her portal.
type SignInWays struct{ Code, Message bool }

// SignInWays returns the ways into the portal of a business, or where none is
// named into any. Where a business's own account may not send codes, or none
// would be sent before it expires, customers write instead.
func (s *Service) SignInWays(ctx context.Context, businessID string) (SignInWays, error) {
	if businessID == "" {
		return SignInWays{Code: true, Message: s.numberOf(loyalty.Business{}) != ""}, nil
	}
	var ways SignInWays
	err := s.store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		now := s.now()
		usage, _, err := tx.MessageUsage([]loyalty.Day{business.DayOf(now)}, now)
		if err != nil {
			return err
		}
		limits := business.WhatsApp
		ways.Message = s.numberOf(business) != ""
		ways.Code = !ways.Message || limits.CodesAllowed && business.HoldsMessages() == "" && !limits.UsedUp(usage.Days[0])
		return nil
	})
	return ways, err
}

// openToProofs returns a business, and refuses one that is suspended.
func (s *Service) openToProofs(ctx context.Context, businessID string) (loyalty.Business, error) {
	business, err := s.PublicBusiness(ctx, businessID)
	if err == nil && !business.Active() {
		err = loyalty.ErrBusinessSuspended
	}
	return business, err
}

// waitForProof gives a proof its code and records it.
func (s *Service) waitForProof(
	ctx context.Context, business loyalty.Business, proof loyalty.PhoneProof, message string,
) (ProofRequest, error) {
	number := s.numberOf(business)
	if number == "" {
		return ProofRequest{}, loyalty.ErrNoProofs
	}
	code, err := loyalty.NewProofCode(rand.Reader)
	if err != nil {
		return ProofRequest{}, err
	}
	proof.CodeHash = s.tokens.proofHash(code)
	if err := s.store.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.InsertProof(proof) }); err != nil {
		return ProofRequest{}, err
	}
	return ProofRequest{Link: linkTo(number, message+" Código "+code), ExpiresAt: proof.ExpiresAt}, nil
}

// linkTo opens WhatsApp with a message to a number. Blanks are %20: a plus would
// stay one.
func linkTo(number, message string) string {
	return "https://wa.me/" + strings.TrimPrefix(number, "+") + "?text=" + strings.ReplaceAll(url.QueryEscape(message), "+", "%20")
}

// takeProof deals with a message that has a code.
func (s *Service) takeProof(tx *store.PlatformTx, in Inbound, code string) error {
	proof, found, err := tx.ProofByCode(s.tokens.proofHash(code))
	switch {
	case err != nil:
		return err
	case in.Phone == "" && !found:
		return nil
	case in.Phone == "":
		return s.noteHidden(tx, in, proof)
	case !found || !proof.Holds(s.now()):
		return s.answerStranger(tx, in, proof.Scope, "Este código ya no vale. Vuelve a pedirlo en la pantalla desde la que nos has escrito.")
	case proof.ToSignIn():
		return s.proveToSignIn(tx, in, proof)
	}
	return s.proveRegistration(tx, in, proof)
}

// noteHidden lets the screen that waits for a proof say that the phone is hidden,
// which proves nothing, and says so to whoever wrote.
func (s *Service) noteHidden(tx *store.PlatformTx, in Inbound, proof loyalty.PhoneProof) error {
	proof.Hidden = true
	if err := tx.UpdateProof(proof); err != nil || in.Hidden == "" {
		return err
	}
	in.Phone = in.Hidden
	return s.answerStranger(tx, in, proof.Scope,
		"Tu WhatsApp oculta tu número, así que no podemos saber quién eres. Mira en la pantalla desde la que nos has escrito qué puedes hacer.")
}

func (s *Service) proveRegistration(tx *store.PlatformTx, in Inbound, proof loyalty.PhoneProof) error {
	bound := tx.In(proof.BusinessID)
	business, err := bound.Business()
	if err != nil || !business.Active() {
		return err
	}
	customer, err := bound.LockCustomer(proof.CustomerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if customer.Phone != in.Phone {
		return s.answerStranger(tx, in, business.ID, "Este código es de otro número. Envíalo desde el móvil con el que te has registrado.")
	}
	if err := s.verifyPhone(bound, customer); err != nil {
		return err
	}
	if err := tx.RemoveProof(proof); err != nil {
		return err
	}
	return s.queueReply(bound, customer, in, fmt.Sprintf("¡Gracias, %s! Tu número queda confirmado en %s. Este es tu QR: %s",
		loyalty.GreetingName(customer.Name), business.SenderName(), s.pictureOf(customer)))
}

// proveToSignIn notes who the waiting browser is to be signed in as: the first
// customer whose phone sends the code.
func (s *Service) proveToSignIn(tx *store.PlatformTx, in Inbound, proof loyalty.PhoneProof) error {
	if proof.CustomerID != "" {
		return nil
	}
	business, customer, err := codeHolder(tx, CodeRequest{BusinessID: proof.Scope}, in.Phone)
	if err != nil {
		return err
	}
	if customer.ID == "" {
		return s.answerStranger(tx, in, proof.Scope, "Este número no tiene tarjeta aquí. Si ya eres cliente, pide en el mostrador que revisen tu teléfono.")
	}
	if !business.Active() {
		return nil
	}
	proof.BusinessID, proof.CustomerID, proof.PhoneKey = business.ID, customer.ID, s.tokens.phoneKey(in.Phone)
	if err := tx.UpdateProof(proof); err != nil {
		return err
	}
	bound := tx.In(business.ID)
	if err := s.verifyPhone(bound, customer); err != nil {
		return err
	}
	return s.queueReply(bound, customer, in, fmt.Sprintf(
		"Listo: ya puedes ver tus puntos de %s en la pantalla en la que lo has pedido. Si no has sido tú, avísanos en el mostrador.", business.SenderName()))
}

func (s *Service) verifyPhone(tx *store.Tx, customer loyalty.Customer) error {
	if err := tx.VerifyPhone(customer, s.now()); err != nil {
		return err
	}
	return s.record(tx, "", loyalty.ActionPhoneVerified, customer.ID, "")
}

// answerStranger answers a phone that has proved nothing, in the name of the
// business that was meant, or else of the one it visited last. Where there is
// neither, nobody answers.
func (s *Service) answerStranger(tx *store.PlatformTx, in Inbound, businessID, text string) error {
	if businessID == "" {
		last, found, err := tx.BusinessByPhone(in.Phone)
		if err != nil || !found {
			return err
		}
		businessID = last
	}
	replies, err := tx.RepliesSince(in.Phone, s.now().Add(-time.Hour))
	if err != nil || replies >= repliesAnHour {
		return err
	}
	bound := tx.In(businessID)
	to, err := bound.CustomerByPhone(in.Phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		to, err = loyalty.Customer{Phone: in.Phone}, nil
	}
	if err != nil {
		return err
	}
	return s.queueReply(bound, to, in, text)
}

// TakeSignIn returns the session that a ticket opens, once, and false while
// nobody has proved her phone. It refuses with loyalty.ErrTicketRefused a ticket
// that has expired, was used or was never given, and with loyalty.ErrPhoneHidden
// one for which only a phone has written that WhatsApp hides.
func (s *Service) TakeSignIn(ctx context.Context, ticket string) (session PortalSession, opened bool, err error) {
	hash := s.tokens.ticketHash(ticket)
	var proof loyalty.PhoneProof
	err = s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		proof, err = s.proofByTicket(tx, hash)
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
	phone := ""
	err = s.store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		session, phone, err = s.openByProof(tx, hash)
		return err
	})
	switch {
	case err != nil:
		return PortalSession{}, false, fmt.Errorf("using a ticket: %w", err)
	case phone == "":
		return PortalSession{}, false, loyalty.ErrTicketRefused
	}
	session.Token, err = s.tokens.signPortal(session.User, phone)
	return session, err == nil, err
}

func (s *Service) proofByTicket(tx *store.PlatformTx, hash string) (loyalty.PhoneProof, error) {
	proof, found, err := tx.ProofByTicket(hash)
	if err == nil && (!found || !proof.Holds(s.now())) {
		err = loyalty.ErrTicketRefused
	}
	return proof, err
}

// openByProof uses a proof up and returns the session with the phone that it is
// for, or none when the customer may no longer sign in.
func (s *Service) openByProof(tx *store.PlatformTx, hash string) (PortalSession, string, error) {
	proof, err := s.proofByTicket(tx, hash)
	if err != nil {
		return PortalSession{}, "", err
	}
	if err := tx.RemoveProof(proof); err != nil {
		return PortalSession{}, "", err
	}
	bound := tx.In(proof.BusinessID)
	// She may have been archived, or have another phone, since she wrote.
	customer, err := bound.Customer(proof.CustomerID)
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		return PortalSession{}, "", nil
	case err != nil:
		return PortalSession{}, "", err
	case !hmac.Equal([]byte(proof.PhoneKey), []byte(s.tokens.phoneKey(customer.Phone))):
		return PortalSession{}, "", nil
	}
	session, opened, err := s.openPortalOf(bound, customer)
	if !opened {
		return PortalSession{}, "", err
	}
	return session, customer.Phone, err
}

// forgetProofs removes the proofs that nobody waits for any more.
func (s *Service) forgetProofs(ctx context.Context) error {
	return s.removeAll(ctx, []removal{{(*store.PlatformTx).RemoveProofs, s.now()}})
}
