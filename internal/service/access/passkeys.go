package access

import (
	"context"
	"fmt"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Passkeys manages passkeys and authenticates by them (decision 0046).
type Passkeys struct {
	base     *usecase.Base
	sessions *Sessions
	party    *relyingParty
}

// List returns the actor's passkeys, oldest first.
func (p *Passkeys) List(ctx context.Context, actor usecase.Actor) ([]loyalty.Passkey, error) {
	account, err := p.read(ctx, actor)
	return account.keys, err
}

// WorksHere reports whether a passkey is of the server's present host.
func (p *Passkeys) WorksHere(key loyalty.Passkey) bool { return key.RPID == p.party.host }

type passkeyAccount struct {
	user     loyalty.User
	business loyalty.Business
	keys     []loyalty.Passkey
}

func (p *Passkeys) read(ctx context.Context, actor usecase.Actor) (account passkeyAccount, err error) {
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if account.user, account.business, err = userWithBusiness(tx, actor.UserID); err == nil {
			account.keys, err = tx.Passkeys().OfUser(actor.UserID)
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("reading passkeys: %w", err)
	}
	return account, err
}

func (p *Passkeys) webAuthnUser(account passkeyAccount) passkeyUser {
	return passkeyUser{User: account.user, keys: p.party.own(account.keys)}
}

// BeginRegistration returns the options to create a passkey. Errors: loyalty.ErrPasskeysUnavailable,
// loyalty.ErrTooManyPasskeys, loyalty.ErrSecondFactorRequired.
func (p *Passkeys) BeginRegistration(ctx context.Context, actor usecase.Actor) (protocol.PublicKeyCredentialCreationOptions, error) {
	none := protocol.PublicKeyCredentialCreationOptions{}
	account, err := p.readToRegister(ctx, actor)
	if err != nil {
		return none, err
	}
	if len(account.keys) >= loyalty.MaxPasskeys {
		return none, loyalty.ErrTooManyPasskeys
	}
	user := p.webAuthnUser(account)
	exclusions := webauthn.Credentials(user.WebAuthnCredentials()).CredentialDescriptors()
	creation, session, err := p.party.engine.BeginRegistration(user, webauthn.WithExclusions(exclusions))
	if err != nil {
		return none, fmt.Errorf("beginning the registration of a passkey: %w", err)
	}
	return creation.Response, p.putChallenge(ctx, actor, store.PasskeyRegistration, session.Challenge)
}

func (p *Passkeys) readToRegister(ctx context.Context, actor usecase.Actor) (passkeyAccount, error) {
	account, err := p.read(ctx, actor)
	if err == nil {
		err = requirePassed(actor, account.user)
	}
	if err == nil {
		err = p.requireParty()
	}
	return account, err
}

func (p *Passkeys) requireParty() error {
	if p.party.engine == nil {
		return loyalty.ErrPasskeysUnavailable
	}
	return nil
}

func (p *Passkeys) putChallenge(ctx context.Context, actor usecase.Actor, purpose store.PasskeyPurpose, challenge string) error {
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Passkeys().PutChallenge(store.PasskeyChallenge{
			SessionID: actor.Session.ID, Purpose: purpose, UserID: actor.UserID, Challenge: challenge,
			ExpiresAt: p.base.Now().Add(loyalty.PasskeyChallengeLifetime),
		})
	})
	if err != nil {
		return fmt.Errorf("beginning with a passkey: %w", err)
	}
	return nil
}

// takeChallenge uses up the challenge, even for a refused answer. Without one it returns loyalty.ErrPasskeyOutdated.
func (p *Passkeys) takeChallenge(ctx context.Context, actor usecase.Actor, purpose store.PasskeyPurpose) (webauthn.SessionData, error) {
	session := webauthn.SessionData{
		UserID: []byte(actor.UserID), RelyingPartyID: p.party.host, UserVerification: protocol.VerificationRequired,
		CredParams: webauthn.CredentialParametersDefault(),
	}
	var isValid bool
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		session.Challenge, isValid, err = tx.Passkeys().TakeChallenge(actor.Session.ID, purpose, actor.UserID, p.base.Now())
		return err
	})
	switch {
	case err != nil:
		return session, fmt.Errorf("checking a passkey: %w", err)
	case !isValid:
		return session, loyalty.ErrPasskeyOutdated
	}
	return session, nil
}

// NewPasskey results from a registration.
type NewPasskey struct {
	Session       Session
	RecoveryCodes []string // with the first factor; shown once
}

// FinishRegistration stores a passkey. Other sessions must then pass a factor. Errors: loyalty.ErrPasskeyOutdated,
// loyalty.ErrPasskeyRefused, loyalty.ErrPasskeyExists, those of BeginRegistration, a validation error of the name.
func (p *Passkeys) FinishRegistration(
	ctx context.Context, actor usecase.Actor, name string, answer CreatedPasskey,
) (NewPasskey, error) {
	account, err := p.readToRegister(ctx, actor)
	if err != nil {
		return NewPasskey{}, err
	}
	name, err = loyalty.PasskeyName(name)
	if err != nil {
		return NewPasskey{}, err
	}
	session, err := p.takeChallenge(ctx, actor, store.PasskeyRegistration)
	if err != nil {
		return NewPasskey{}, err
	}
	key, err := p.verifyCreated(account, session, answer)
	if err != nil {
		return NewPasskey{}, err
	}
	key.Name = name
	codes, err := p.add(ctx, actor, key)
	if err != nil {
		return NewPasskey{}, err
	}
	account.user.SecondFactor.PasskeyCount++
	newSession, err := p.sessions.open(account.user, account.business, withSecondFactor(actor.Session, actor.Session.AuthenticatedAt))
	return NewPasskey{Session: newSession, RecoveryCodes: codes}, err
}

func (p *Passkeys) verifyCreated(account passkeyAccount, session webauthn.SessionData, answer CreatedPasskey) (loyalty.Passkey, error) {
	creationData, err := answer.parse()
	if err != nil {
		return loyalty.Passkey{}, loyalty.ErrPasskeyRefused
	}
	credential, err := p.party.engine.CreateCredential(p.webAuthnUser(account), session, creationData)
	if err != nil {
		return loyalty.Passkey{}, loyalty.ErrPasskeyRefused
	}
	key := loyalty.Passkey{
		UserID: account.user.ID, CredentialID: credential.ID, PublicKey: credential.PublicKey, RPID: p.party.host,
		SignCount: credential.Authenticator.SignCount, BackupEligible: credential.Flags.BackupEligible, CreatedAt: p.base.Now(),
	}
	for _, transport := range credential.Transport {
		if slices.Contains(knownTransports(), transport) {
			key.Transports = append(key.Transports, string(transport))
		}
	}
	key.ID, err = p.base.IDs.Next(p.base.Now())
	return key, err
}

func knownTransports() []protocol.AuthenticatorTransport {
	return []protocol.AuthenticatorTransport{protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal}
}

func (p *Passkeys) add(ctx context.Context, actor usecase.Actor, key loyalty.Passkey) (codes []string, err error) {
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		codes = nil
		user, err := tx.Users().Lock(actor.UserID)
		if err == nil {
			err = requirePassed(actor, user) // a factor may have been added meanwhile
		}
		if err != nil {
			return err
		}
		if user.SecondFactor.PasskeyCount >= loyalty.MaxPasskeys {
			return loyalty.ErrTooManyPasskeys
		}
		added, err := tx.Passkeys().Insert(key)
		switch {
		case err != nil:
			return err
		case !added:
			return loyalty.ErrPasskeyExists
		}
		if !user.SecondFactor.IsEnrolled() {
			if codes, err = p.sessions.giveRecoveryCodes(tx, user.ID); err != nil {
				return err
			}
		}
		return p.recordAdded(ctx, tx, user, key)
	})
	if err != nil {
		return nil, fmt.Errorf("adding a passkey: %w", err)
	}
	return codes, nil
}

func (p *Passkeys) recordAdded(ctx context.Context, tx *store.PlatformTx, before loyalty.User, key loyalty.Passkey) error {
	notice := passkeyAdded(key.Name)
	if !before.SecondFactor.IsEnrolled() {
		notice = factorAdded(whatPasskeyProtects)
		if err := p.sessions.recordAccount(tx, before, loyalty.ActionSecondFactorOn); err != nil {
			return err
		}
	}
	if err := p.sessions.mails.queue(ctx, tx, before, notice); err != nil {
		return err
	}
	return p.record(tx, before, loyalty.ActionPasskeyAdded, key.ID)
}

func (p *Passkeys) record(tx *store.PlatformTx, user loyalty.User, action loyalty.Action, keyID string) error {
	return p.base.Record(tx.In(user.BusinessID), user.ID, action, user.ID, keyID)
}

// BeginAssertion returns the options to sign. Errors: loyalty.ErrPasskeysUnavailable, loyalty.ErrNoPasskey if none
// works on this host.
func (p *Passkeys) BeginAssertion(ctx context.Context, actor usecase.Actor) (protocol.PublicKeyCredentialRequestOptions, error) {
	none := protocol.PublicKeyCredentialRequestOptions{}
	if err := p.requireParty(); err != nil {
		return none, err
	}
	account, err := p.read(ctx, actor)
	if err != nil {
		return none, err
	}
	user := p.webAuthnUser(account)
	if len(user.keys) == 0 {
		return none, loyalty.ErrNoPasskey
	}
	assertion, session, err := p.party.engine.BeginLogin(user)
	if err != nil {
		return none, fmt.Errorf("beginning an assertion: %w", err)
	}
	return assertion.Response, p.putChallenge(ctx, actor, store.PasskeyAssertion, session.Challenge)
}

// Pass completes a session by a passkey. Errors: loyalty.ErrPasskeyOutdated, loyalty.ErrPasskeyRefused.
func (p *Passkeys) Pass(ctx context.Context, actor usecase.Actor, answer SignedChallenge) (Session, error) {
	account, err := p.accept(ctx, actor, answer, func(tx *store.PlatformTx, user loyalty.User) error {
		return p.sessions.recordAccount(tx, user, loyalty.ActionSignIn)
	})
	if err != nil {
		return Session{}, err
	}
	return p.sessions.open(account.user, account.business, withSecondFactor(actor.Session, actor.Session.AuthenticatedAt))
}

// Reauthenticate makes a complete session recent. Errors: those of Pass, loyalty.ErrSecondFactorRequired.
func (p *Passkeys) Reauthenticate(ctx context.Context, actor usecase.Actor, answer SignedChallenge) (Session, error) {
	if actor.Session.Pending != loyalty.NothingPending {
		return Session{}, loyalty.ErrSecondFactorRequired
	}
	account, err := p.accept(ctx, actor, answer, func(*store.PlatformTx, loyalty.User) error { return nil })
	if err != nil {
		return Session{}, err
	}
	return p.sessions.open(account.user, account.business, withSecondFactor(actor.Session, p.base.Now()))
}

// accept verifies a signature, stores its counter, and calls apply in the same transaction. It records refusals.
func (p *Passkeys) accept(
	ctx context.Context, actor usecase.Actor, answer SignedChallenge, apply func(*store.PlatformTx, loyalty.User) error,
) (passkeyAccount, error) {
	if err := p.requireParty(); err != nil {
		return passkeyAccount{}, err
	}
	session, err := p.takeChallenge(ctx, actor, store.PasskeyAssertion)
	if err != nil {
		return passkeyAccount{}, err
	}
	account, err := p.read(ctx, actor)
	if err != nil {
		return account, err
	}
	used := p.verifySigned(account, session, answer)
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if used.refusal == "" {
			counted, err := tx.Passkeys().RecordUse(used.key, used.count, p.base.Now())
			if err == nil && counted {
				return apply(tx, account.user)
			}
			if err != nil {
				return err
			}
			used.refusal = loyalty.ActionPasskeyCloned
		}
		return p.record(tx, account.user, used.refusal, used.key.ID)
	})
	switch {
	case err != nil:
		return account, fmt.Errorf("checking a passkey: %w", err)
	case used.refusal != "":
		return account, loyalty.ErrPasskeyRefused
	}
	return account, nil
}

type passkeyUse struct {
	key     loyalty.Passkey
	count   uint32
	refusal loyalty.Action
}

// verifySigned checks a signature. A counter that did not grow reveals a copied key.
func (p *Passkeys) verifySigned(account passkeyAccount, session webauthn.SessionData, answer SignedChallenge) passkeyUse {
	refusal := passkeyUse{refusal: loyalty.ActionSecondFactorFailed}
	assertionData, err := answer.parse()
	if err != nil {
		return refusal
	}
	credential, err := p.party.engine.ValidateLogin(p.webAuthnUser(account), session, assertionData)
	if err != nil {
		return refusal
	}
	at := slices.IndexFunc(account.keys, func(key loyalty.Passkey) bool { return slices.Equal(key.CredentialID, credential.ID) })
	use := passkeyUse{key: account.keys[at], count: credential.Authenticator.SignCount}
	if credential.Authenticator.CloneWarning {
		use.refusal = loyalty.ActionPasskeyCloned
	}
	return use
}

// Remove removes a passkey and ends the other sessions; with the last factor the recovery codes go too. Errors:
// loyalty.ErrPasskeyNotFound, loyalty.ErrLastFactor if a required factor would be missing.
func (p *Passkeys) Remove(ctx context.Context, actor usecase.Actor, id string) error {
	if err := p.sessions.storeUsesOf(ctx, actor.UserID); err != nil {
		return err
	}
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, keys, key, err := lockPasskey(tx, actor, id)
		if err != nil {
			return err
		}
		remaining := slices.DeleteFunc(slices.Clone(keys), func(other loyalty.Passkey) bool { return other.ID == id })
		if err := p.requireFactorLeft(tx, user, remaining); err != nil {
			return err
		}
		if _, err := tx.Passkeys().Remove(user.ID, id); err != nil {
			return err
		}
		if _, err := tx.StaffSessions().EndOthers(user.ID, actor.Session.ID); err != nil {
			return err
		}
		return p.recordRemoved(ctx, tx, user, key, !user.SecondFactor.HasApp() && len(remaining) == 0)
	})
	if err != nil {
		return fmt.Errorf("removing a passkey: %w", err)
	}
	return nil
}

func (p *Passkeys) requireFactorLeft(tx *store.PlatformTx, user loyalty.User, remaining []loyalty.Passkey) error {
	_, business, err := userWithBusiness(tx, user.ID)
	if err != nil {
		return err
	}
	isUsable := user.SecondFactor.HasApp() || len(p.party.own(remaining)) > 0
	if !isUsable && p.sessions.factorStatus(user, business).IsCompulsory() {
		return loyalty.ErrLastFactor
	}
	return nil
}

func (p *Passkeys) recordRemoved(ctx context.Context, tx *store.PlatformTx, user loyalty.User, key loyalty.Passkey, wasLast bool) error {
	notice := passkeyRemoved(key.Name)
	if wasLast {
		notice = factorRemoved()
		if err := tx.SecondFactors().RemoveCodes(user.ID); err != nil {
			return err
		}
		if err := p.sessions.recordAccount(tx, user, loyalty.ActionSecondFactorOff); err != nil {
			return err
		}
	}
	if err := p.sessions.mails.queue(ctx, tx, user, notice); err != nil {
		return err
	}
	return p.record(tx, user, loyalty.ActionPasskeyRemoved, key.ID)
}

func (p *Passkeys) removeExpired(ctx context.Context) error {
	return p.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Passkeys, store.Passkeys.RemoveExpired), Before: p.base.Now()}})
}
