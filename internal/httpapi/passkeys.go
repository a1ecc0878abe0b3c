package httpapi

import (
	"context"
	"encoding/base64"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type passkeyCalls struct{ secondFactorCalls }

// passkeyRoutes returns the routes of passkeys (decision 0046).
func (a *API) passkeyRoutes() []route {
	calls := a.passkeys
	return []route{
		get("/auth/second-factor/passkeys", anyUser, "List the caller's passkeys, oldest first", calls.list),
		post("/auth/second-factor/passkeys/registration", signedIn, "Get the options to create a passkey", calls.beginRegistration).recently(),
		post("/auth/second-factor/passkeys", signedIn, "Add the passkey that the browser created: returns the session and the recovery codes", calls.finishRegistration),
		patch("/auth/second-factor/passkeys/{id}", anyUser, "Rename one of the caller's passkeys", calls.rename),
		remove("/auth/second-factor/passkeys/{id}", anyUser, "Remove one of the caller's passkeys", calls.removePasskey).recently(),
		post("/auth/second-factor/passkeys/assertion", signedIn, "Get the options to sign with a passkey", calls.beginAssertion),
		post("/auth/second-factor/passkey", signedIn, "Complete the session with a passkey", calls.passByPasskey),
		post("/auth/recent/passkey", signedIn, "Authenticate again with a passkey", calls.reauthenticateByPasskey),
	}
}

// PasskeyState is an account's use of passkeys.
type PasskeyState struct {
	Origin         string `json:"origin" doc:"Origin where passkeys work. Empty: none, because the server's public URL is not https with a host name"`
	Count          int    `json:"count" doc:"Passkeys of the account that work at origin"`
	OtherHostCount int    `json:"elsewhere" doc:"Passkeys of the account that were created for a former host and no longer work"`
}

// Passkey is a passkey of the caller's account.
type Passkey struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Version    int64      `json:"version" doc:"Version of the name"`
	CreatedAt  time.Time  `json:"createdAt"`
	UsedAt     *time.Time `json:"usedAt" doc:"null: never"`
	Synced     bool       `json:"synced" doc:"It can be synchronized between devices"`
	WorksHere  bool       `json:"worksHere" doc:"It was created for the current host"`
	FormerHost string     `json:"formerHost,omitempty" doc:"Host for which it was created, if different from the current one"`
}

type passkeysOutput struct {
	Body struct {
		Items []Passkey `json:"items" nullable:"false"`
	}
}

func (c passkeyCalls) list(ctx context.Context, _ *noInput) (*passkeysOutput, error) {
	keys, err := c.cases.Passkeys.List(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	out := &passkeysOutput{}
	out.Body.Items = make([]Passkey, len(keys))
	for i, key := range keys {
		out.Body.Items[i] = c.passkeyOf(key)
	}
	return out, nil
}

func (c passkeyCalls) passkeyOf(key loyalty.Passkey) Passkey {
	passkey := Passkey{
		ID: key.ID, Name: key.Name, Version: key.Version, CreatedAt: key.CreatedAt, UsedAt: instantOrNull(key.UsedAt),
		Synced: key.BackupEligible, WorksHere: c.cases.Passkeys.WorksHere(key),
	}
	if !passkey.WorksHere {
		passkey.FormerHost = key.RPID
	}
	return passkey
}

type renamePasskeyInput struct {
	IDInput
	IfMatchInput
	Body struct {
		Name string `json:"name" maxLength:"200" doc:"1 to 60 characters"`
	}
}

type passkeyOutput struct{ Body Passkey }

func (c passkeyCalls) rename(ctx context.Context, in *renamePasskeyInput) (*passkeyOutput, error) {
	version, err := in.version()
	if err != nil {
		return nil, err
	}
	passkey, err := c.cases.Passkeys.Rename(ctx, actor(ctx), in.ID, in.Body.Name, version)
	if err != nil {
		return nil, err
	}
	return &passkeyOutput{Body: c.passkeyOf(passkey)}, nil
}

// PasskeyDescriptor identifies a passkey.
type PasskeyDescriptor struct {
	Type       string   `json:"type"`
	ID         string   `json:"id"`
	Transports []string `json:"transports,omitempty"`
}

// PasskeyAlgorithm is a signature algorithm (COSE).
type PasskeyAlgorithm struct {
	Type      string `json:"type"`
	Algorithm int64  `json:"alg"`
}

// PasskeyParty is the relying party: the server.
type PasskeyParty struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// PasskeyUser is the account of a passkey.
type PasskeyUser struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

// PasskeySelection restricts authenticators.
type PasskeySelection struct {
	ResidentKey      string `json:"residentKey"`
	UserVerification string `json:"userVerification"`
}

// PasskeyCreation is PublicKeyCredentialCreationOptionsJSON of WebAuthn.
type PasskeyCreation struct {
	Challenge   string              `json:"challenge"`
	Party       PasskeyParty        `json:"rp"`
	User        PasskeyUser         `json:"user"`
	Algorithms  []PasskeyAlgorithm  `json:"pubKeyCredParams" nullable:"false"`
	Timeout     int                 `json:"timeout" doc:"Milliseconds"`
	Exclude     []PasskeyDescriptor `json:"excludeCredentials" nullable:"false"`
	Selection   PasskeySelection    `json:"authenticatorSelection"`
	Attestation string              `json:"attestation"`
}

type passkeyCreationOutput struct{ Body PasskeyCreation }

func (c passkeyCalls) beginRegistration(ctx context.Context, _ *noInput) (*passkeyCreationOutput, error) {
	options, err := c.cases.Passkeys.BeginRegistration(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := PasskeyCreation{
		Challenge: options.Challenge.String(), Party: PasskeyParty{options.RelyingParty.ID, options.RelyingParty.Name},
		User: PasskeyUser{
			ID:   base64.RawURLEncoding.EncodeToString([]byte(actor(ctx).UserID)),
			Name: options.User.Name, DisplayName: options.User.DisplayName,
		},
		Timeout: options.Timeout, Exclude: make([]PasskeyDescriptor, len(options.CredentialExcludeList)),
		Selection:   PasskeySelection{string(options.AuthenticatorSelection.ResidentKey), string(options.AuthenticatorSelection.UserVerification)},
		Attestation: string(options.Attestation),
	}
	for i, key := range options.CredentialExcludeList {
		body.Exclude[i] = descriptor(key.CredentialID, key.Transport)
	}
	for _, parameter := range options.Parameters {
		body.Algorithms = append(body.Algorithms, PasskeyAlgorithm{string(parameter.Type), int64(parameter.Algorithm)})
	}
	return &passkeyCreationOutput{Body: body}, nil
}

func descriptor[T ~string](id []byte, transports []T) PasskeyDescriptor {
	result := PasskeyDescriptor{Type: "public-key", ID: base64.RawURLEncoding.EncodeToString(id)}
	for _, transport := range transports {
		result.Transports = append(result.Transports, string(transport))
	}
	return result
}

type newPasskeyInput struct {
	Body struct {
		Name        string   `json:"name" maxLength:"200"`
		ID          string   `json:"id" maxLength:"1400" doc:"In base64url, like all following values"`
		ClientData  string   `json:"clientDataJSON" maxLength:"4000"`
		Attestation string   `json:"attestationObject" maxLength:"20000"`
		Transports  []string `json:"transports,omitempty" maxItems:"10"`
	}
}

func (c passkeyCalls) finishRegistration(ctx context.Context, in *newPasskeyInput) (*newFactorOutput, error) {
	out := &newFactorOutput{}
	err := c.withLimit(ctx, func() error {
		newPasskey, err := c.cases.Passkeys.FinishRegistration(ctx, actor(ctx), in.Body.Name, access.CreatedPasskey{
			ID: in.Body.ID, ClientData: in.Body.ClientData, Attestation: in.Body.Attestation, Transports: in.Body.Transports,
		})
		out.Body = enrolledFactor(newPasskey.Session, newPasskey.RecoveryCodes)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (c passkeyCalls) removePasskey(ctx context.Context, in *IDInput) (*okOutput, error) {
	return ok(), c.cases.Passkeys.Remove(ctx, actor(ctx), in.ID)
}

// PasskeyRequest is PublicKeyCredentialRequestOptionsJSON of WebAuthn.
type PasskeyRequest struct {
	Challenge        string              `json:"challenge"`
	RPID             string              `json:"rpId"`
	Timeout          int                 `json:"timeout" doc:"Milliseconds"`
	Allow            []PasskeyDescriptor `json:"allowCredentials" nullable:"false"`
	UserVerification string              `json:"userVerification"`
}

type passkeyRequestOutput struct{ Body PasskeyRequest }

func (c passkeyCalls) beginAssertion(ctx context.Context, _ *noInput) (*passkeyRequestOutput, error) {
	options, err := c.cases.Passkeys.BeginAssertion(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := PasskeyRequest{
		Challenge: options.Challenge.String(), RPID: options.RelyingPartyID, Timeout: options.Timeout,
		Allow: make([]PasskeyDescriptor, len(options.AllowedCredentials)), UserVerification: string(options.UserVerification),
	}
	for i, key := range options.AllowedCredentials {
		body.Allow[i] = descriptor(key.CredentialID, key.Transport)
	}
	return &passkeyRequestOutput{Body: body}, nil
}

type signedInput struct {
	Body struct {
		ID                string `json:"id" maxLength:"1400" doc:"In base64url, like all following values"`
		ClientData        string `json:"clientDataJSON" maxLength:"4000"`
		AuthenticatorData string `json:"authenticatorData" maxLength:"4000"`
		Signature         string `json:"signature" maxLength:"4000"`
		UserHandle        string `json:"userHandle,omitempty" maxLength:"200"`
	}
}

func (in signedInput) challenge() access.SignedChallenge {
	return access.SignedChallenge{
		ID: in.Body.ID, ClientData: in.Body.ClientData, AuthenticatorData: in.Body.AuthenticatorData,
		Signature: in.Body.Signature, UserHandle: in.Body.UserHandle,
	}
}

func (c passkeyCalls) passByPasskey(ctx context.Context, in *signedInput) (*sessionOutput, error) {
	// A complete session must not use up the attempts.
	if actor(ctx).Session.Pending != loyalty.CodePending {
		return nil, loyalty.ErrNoSecondStep
	}
	session, err := c.byPasskey(ctx, in, c.cases.Passkeys.Pass)
	if err != nil {
		return nil, err
	}
	c.limits.noteSession(ctx, session)
	return sessionOf(session), nil
}

func (c passkeyCalls) reauthenticateByPasskey(ctx context.Context, in *signedInput) (*sessionOutput, error) {
	session, err := c.byPasskey(ctx, in, c.cases.Passkeys.Reauthenticate)
	if err != nil {
		return nil, err
	}
	return sessionOf(session), nil
}

type passkeyAct func(context.Context, usecase.Actor, access.SignedChallenge) (access.Session, error)

func (c passkeyCalls) byPasskey(ctx context.Context, in *signedInput, act passkeyAct) (session access.Session, err error) {
	err = c.withLimit(ctx, func() (err error) {
		session, err = act(ctx, actor(ctx), in.challenge())
		return err
	})
	return session, err
}
