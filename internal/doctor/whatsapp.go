package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/whatsapp"
)

const tokenWarning = 14 * 24 * time.Hour

const (
	adviceNewToken        = "Create a token without expiry for a system user with whatsapp_business_messaging and whatsapp_business_management (docs/operate/whatsapp.md), set AXIOMA_WHATSAPP_TOKEN, restart the server."
	adviceWhatsAppManager = "Look in WhatsApp Manager (business.facebook.com/wa/manage) by hand."
)

func (e examination) checkWhatsApp(ctx context.Context) []Finding {
	if e.Settings.WhatsApp.Provider != config.WhatsAppCloud {
		return finding("whatsapp", OK, "it is not set up: messages are not delivered and can be read at /cpanel/mensajes", "")
	}
	if e.Account.Token == "" || e.Account.PhoneNumberID == "" {
		return finding("whatsapp", Fault, "it cannot be checked: the token or the phone number id is not set", `See "settings" above.`)
	}
	a := whatsAppAccount{Account: e.Account, number: e.Settings.WhatsApp.Number, webhook: e.Settings.BaseURL() + webhookPath}
	a.cloud = whatsapp.NewCloud(e.Account, e.client().Transport)
	findings := a.check(ctx)
	for i := range findings {
		findings[i].Subject = "whatsapp"
	}
	return findings
}

type whatsAppAccount struct {
	whatsapp.Account
	number  string // to which customers write
	webhook string // that WhatsApp should call
	cloud   *whatsapp.Cloud
}

func (a whatsAppAccount) check(ctx context.Context) []Finding {
	token, finding := a.checkToken(ctx)
	if finding.State == Fault && !token.Valid { // further requests would fail too
		return []Finding{finding}
	}
	if token.App != "" && !slices.Contains(token.Scopes, whatsapp.ScopeManagement) {
		return []Finding{finding}
	}
	findings := append([]Finding{finding}, a.checkNumber(ctx)...)
	if token.App == "" { // only the token names the account with the templates
		return findings
	}
	id, unknown := a.findBusinessAccount(ctx, token)
	if unknown != nil {
		return append(findings, *unknown)
	}
	return append(append(findings, a.checkSubscription(ctx, id, token.App)), a.checkTemplates(ctx, id)...)
}

// checkToken returns an empty token if it cannot be checked; other checks continue.
func (a whatsAppAccount) checkToken(ctx context.Context) (whatsapp.Token, Finding) {
	if !a.cloud.CanInspectToken() {
		return whatsapp.Token{}, Finding{State: Attention, Detail: "the token's expiry and the templates cannot be checked: the app's id or secret is not set",
			ToDo: "Set AXIOMA_WHATSAPP_APP_ID and AXIOMA_WHATSAPP_APP_SECRET (Meta's app panel, App settings, Basic): then the server warns before the token expires."}
	}
	token, err := a.cloud.InspectToken(ctx)
	if err == nil {
		return token, tokenFinding(token)
	}
	var refusal *whatsapp.Refusal
	if errors.As(err, &refusal) && refusal.Code != 0 {
		return token, Finding{State: Attention, Detail: fmt.Sprintf("the token's expiry and the templates cannot be checked: WhatsApp rejects the app's id and secret (%d)", refusal.Code),
			ToDo: "Compare AXIOMA_WHATSAPP_APP_ID and AXIOMA_WHATSAPP_APP_SECRET with Meta's app panel, App settings, Basic. They belong to the app of the token."}
	}
	return token, a.errorFinding("the token", err)
}

func (a whatsAppAccount) errorFinding(about string, err error) Finding {
	finding := Finding{State: Fault, Detail: about + ": " + describeError(err)}
	var refusal *whatsapp.Refusal
	switch {
	case !errors.As(err, &refusal):
		finding.Detail = "WhatsApp (" + hostOf(a.GraphURL) + ") cannot be reached: " + describeError(err)
		finding.ToDo = "Check this machine's network, DNS and firewall. Messages wait meanwhile."
	case refusal.ProofRequired:
		finding.Detail = about + ": the app requires an app secret proof, and ours is rejected"
		finding.ToDo = "Compare AXIOMA_WHATSAPP_APP_SECRET with Meta's app panel, App settings, Basic, of the app that the token was made for, or disable \"Require App Secret\" there, under Advanced."
	case refusal.Code == 190 || refusal.Code == 0 && refusal.Status == 401:
		finding.Detail = "WhatsApp rejects the token: it is mistyped, expired or revoked"
		finding.ToDo = adviceNewToken
	case refusal.Code == 3 || refusal.Code == 10 || refusal.Code >= 200 && refusal.Code < 300:
		finding.Detail = about + ": the token lacks the permission"
		finding.ToDo = adviceNewToken
	case refusal.Code == 100:
		finding.Detail = about + ": WhatsApp does not know it, or the token belongs to another account"
		finding.ToDo = "Compare AXIOMA_WHATSAPP_PHONE_NUMBER_ID with the id (not the number) in WhatsApp Manager, and give the system user this account."
	case slices.Contains([]int{4, 80007, 80008}, refusal.Code):
		finding.State, finding.ToDo = Attention, "Too many requests: check again in an hour."
	default:
		finding.ToDo = "Look the code up in Meta's error codes of the Cloud API, or check again in an hour."
	}
	return finding
}

func tokenFinding(token whatsapp.Token) Finding {
	remaining := time.Until(token.ExpiresAt)
	switch {
	case !token.Valid || !token.ExpiresAt.IsZero() && remaining < 0:
		return Finding{State: Fault, Detail: "the token has expired or was revoked", ToDo: adviceNewToken}
	case !slices.Contains(token.Scopes, whatsapp.ScopeMessaging):
		return Finding{State: Fault, Detail: "the token may not send: it lacks " + whatsapp.ScopeMessaging, ToDo: adviceNewToken}
	case !slices.Contains(token.Scopes, whatsapp.ScopeManagement):
		return Finding{State: Attention, Detail: "the token may not read numbers and templates: it lacks " + whatsapp.ScopeManagement, ToDo: adviceNewToken}
	case !token.ExpiresAt.IsZero() && remaining < tokenWarning:
		return Finding{State: Attention, Detail: "the token expires in " + formatDuration(remaining) + ", and then no messages are sent", ToDo: adviceNewToken}
	case !token.ExpiresAt.IsZero():
		return Finding{State: OK, Detail: "the token is valid, for " + formatDuration(remaining)}
	}
	return Finding{State: OK, Detail: "the token is valid and does not expire"}
}

func (a whatsAppAccount) checkNumber(ctx context.Context) []Finding {
	number, err := a.cloud.FetchNumber(ctx)
	if err != nil {
		return []Finding{a.errorFinding("the number that sends", err)}
	}
	var findings []Finding
	if keepDigits(number.Phone) != "" && keepDigits(number.Phone) != keepDigits(a.number) {
		findings = append(findings, Finding{State: Fault, Detail: fmt.Sprintf("messages come from %s, but customers are asked to write to %s", number.Phone, a.number),
			ToDo: "Let AXIOMA_WHATSAPP_NUMBER and AXIOMA_WHATSAPP_PHONE_NUMBER_ID name the same number."})
	}
	if number.Webhook != "" && number.Webhook != a.webhook {
		findings = append(findings, Finding{State: Fault, Detail: "WhatsApp sends notices to " + number.Webhook + " instead of " + a.webhook,
			ToDo: "In Meta's app panel, WhatsApp, Configuration, set the callback URL to " + a.webhook + " and press \"Verify and save\"."})
	}
	if number.Quality == "RED" {
		findings = append(findings, Finding{State: Attention, Detail: "WhatsApp rates the number RED: many people have blocked or reported it, and it may be limited",
			ToDo: "Send less marketing: WhatsApp Manager shows the reasons."})
	}
	if len(findings) == 0 {
		return []Finding{{State: OK, Detail: "the number " + number.Phone + " sends"}}
	}
	return findings
}

func (a whatsAppAccount) findBusinessAccount(ctx context.Context, token whatsapp.Token) (string, *Finding) {
	var failure error
	for _, id := range token.Accounts {
		has, err := a.cloud.HasNumber(ctx, id)
		if has {
			return id, nil
		}
		failure = errors.Join(failure, err)
	}
	finding := Finding{State: Attention, Detail: "the templates could not be checked: WhatsApp does not say which account owns the number", ToDo: adviceWhatsAppManager}
	if len(token.Accounts) > 0 && failure == nil {
		finding = Finding{State: Fault, Detail: "the number belongs to none of the token's WhatsApp accounts", ToDo: adviceNewToken}
	}
	return "", &finding
}

func (a whatsAppAccount) checkSubscription(ctx context.Context, id, app string) Finding {
	isSubscribed, err := a.cloud.IsSubscribed(ctx, id, app)
	switch {
	case err != nil:
		return a.errorFinding("the webhook subscription", err)
	case !isSubscribed:
		return Finding{State: Fault, Detail: "the app is not subscribed to this account: no deliveries and no customer messages arrive",
			ToDo: "In Meta's app panel, WhatsApp, Configuration, subscribe to the fields messages and user_preferences, and the app to this account (docs/operate/whatsapp.md, The webhook)."}
	}
	return Finding{State: OK, Detail: "the app receives the notices of this account"}
}

func (a whatsAppAccount) checkTemplates(ctx context.Context, id string) []Finding {
	var findings []Finding
	var names []string
	for _, template := range a.usedTemplates() {
		names = append(names, template.name)
		templates, err := a.cloud.FetchTemplates(ctx, id, template.name)
		if err != nil {
			return append(findings, a.errorFinding("the template "+template.name, err))
		}
		if fault := a.checkTemplate(template, templates); fault != nil {
			findings = append(findings, *fault)
		}
	}
	if len(findings) > 0 {
		return findings
	}
	return []Finding{{State: OK, Detail: fmt.Sprintf("all %d templates are approved in %q: %s", len(names), a.Language, strings.Join(names, ", "))}}
}

type usedTemplate struct {
	kind loyalty.MessageKind
	form loyalty.MessageTemplate
	name string
}

func (a whatsAppAccount) usedTemplates() []usedTemplate {
	var templates []usedTemplate
	for _, kind := range loyalty.MessageKinds() {
		if form, ok := kind.Template(); ok && (!form.Optional || a.Templates[form.Setting] != "") {
			templates = append(templates, usedTemplate{kind, form, a.Templates[form.Setting]})
		}
		if form, ok := kind.RicherTemplate(); ok && a.Templates[form.Setting] != "" {
			templates = append(templates, usedTemplate{kind, form, a.Templates[form.Setting]})
		}
	}
	return templates
}

func (a whatsAppAccount) checkTemplate(used usedTemplate, templates []whatsapp.Template) *Finding {
	name, setting := used.name, "AXIOMA_WHATSAPP_"+strings.ToUpper(strings.ReplaceAll(used.form.Setting, "-", "_"))+"_TEMPLATE"
	if len(templates) == 0 {
		return &Finding{State: Fault, Detail: fmt.Sprintf("there is no template %q", name),
			ToDo: "Create it in WhatsApp Manager (docs/operate/whatsapp.md has its text), or write its name as it is there into " + setting + "."}
	}
	at := slices.IndexFunc(templates, func(template whatsapp.Template) bool { return template.Language == a.Language })
	if at < 0 {
		return &Finding{State: Fault, Detail: fmt.Sprintf("the template %q is there in %s, and not in %q", name, listLanguages(templates), a.Language),
			ToDo: "Create it in this language in WhatsApp Manager, or set AXIOMA_WHATSAPP_LANGUAGE to the one in which all templates are."}
	}
	template, wantedCategory := templates[at], categoryOf(used.kind)
	switch {
	case template.Status != whatsapp.TemplateApproved:
		return &Finding{State: Fault, Detail: fmt.Sprintf("the template %q is not approved: %s", name, template.Status),
			ToDo: "PENDING takes a day at most. Edit a rejected, paused or disabled template in WhatsApp Manager, which shows the reason, and submit it again."}
	case template.Format == whatsapp.NamedPlaceholders:
		return &Finding{State: Fault, Detail: fmt.Sprintf("the parameters of the template %q are named, so WhatsApp rejects each message with it", name),
			ToDo: "Create it again in WhatsApp Manager with variables of the type Number: {{1}}, {{2}}, as in docs/operate/whatsapp.md."}
	case !matchesForm(used.form, template):
		return &Finding{State: Fault, Detail: fmt.Sprintf("the template %q %s, so WhatsApp rejects each message with it", name, describeDifference(used.form, template)),
			ToDo: "Change it in WhatsApp Manager as in docs/operate/whatsapp.md: the header picture, the parameters of its text, and its buttons."}
	case template.Category != wantedCategory:
		return &Finding{State: Attention, Detail: fmt.Sprintf("the template %q is of category %s, and should be %s: customers without marketing may not get it, or it costs more", name, template.Category, wantedCategory),
			ToDo: "Create it again in WhatsApp Manager in this category, with the text of docs/operate/whatsapp.md and without offers."}
	}
	return nil
}

func matchesForm(form loyalty.MessageTemplate, template whatsapp.Template) bool {
	picture, body, buttons := template.Placeholders()
	return picture == form.QR && body == len(form.Body) && buttons == len(form.Buttons)
}

func describeDifference(form loyalty.MessageTemplate, template whatsapp.Template) string {
	picture, body, buttons := template.Placeholders()
	return "has " + describePlaces(picture, body, buttons) + " to fill in, and should have " + describePlaces(form.QR, len(form.Body), len(form.Buttons))
}

func describePlaces(picture bool, body, buttons int) string {
	words := fmt.Sprintf("%d parameters in its text and %d in its buttons", body, buttons)
	if picture {
		return "a picture, " + words
	}
	return words
}

func categoryOf(kind loyalty.MessageKind) string {
	switch kind.Urgency() {
	case loyalty.UrgencyCode:
		return whatsapp.CategoryAuthentication
	case loyalty.UrgencyMarketing:
		return whatsapp.CategoryMarketing
	}
	return whatsapp.CategoryUtility
}

func listLanguages(templates []whatsapp.Template) string {
	var all []string
	for _, template := range templates {
		all = append(all, template.Language)
	}
	return strings.Join(all, ", ")
}

func keepDigits(phone string) string {
	return strings.Map(func(letter rune) rune {
		if letter >= '0' && letter <= '9' {
			return letter
		}
		return -1
	}, phone)
}
