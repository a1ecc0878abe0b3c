package whatsapp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"axioma/internal/queueing"
)

// Refusal is that the API does not answer a question about an account.
type Refusal struct {
	Status        int  // of HTTP
	Code          int  // the API's; zero: what answered was not the API
	ProofRequired bool // the API demands a right proof of the app's secret
}

// Error implements error. What the API says in words is left out: it may repeat the token.
func (r *Refusal) Error() string {
	if r.Code == 0 {
		return fmt.Sprintf("an answer that is not WhatsApp's, with status %d", r.Status)
	}
	return fmt.Sprintf("error %d of WhatsApp's API", r.Code)
}

// Token is what the API says of the token of an account.
type Token struct {
	App       string // the id of the app that it was made for
	Valid     bool
	ExpiresAt time.Time // zero: never
	Scopes    []string  // what it may
	Accounts  []string  // the ids of the WhatsApp Business accounts that it is limited to; none: the API names none
}

// The permissions that a token needs: to send, and to look at numbers and templates.
const (
	ScopeMessaging  = "whatsapp_business_messaging"
	ScopeManagement = "whatsapp_business_management"
)

// Number is what the API says of the number that sends.
type Number struct {
	Phone   string // as the API writes it
	Quality string // GREEN, YELLOW, RED, or not known yet
	Webhook string // where the API tells what becomes of its messages; empty: it does not say
}

// Template is what the API says of a template in one language.
type Template struct {
	Name       string              `json:"name"`
	Status     string              `json:"status"`
	Language   string              `json:"language"`
	Category   string              `json:"category"`
	Format     string              `json:"parameter_format"` // of its places; NamedPlaces, or empty or another: numbered
	Components []TemplateComponent `json:"components"`
}

// NamedPlaceholders is the format of templates whose places have names instead of numbers.
const NamedPlaceholders = "NAMED"

// TemplateComponent is a component of a template: its header, its body, or its buttons.
type TemplateComponent struct {
	Type    string `json:"type"`
	Format  string `json:"format"`
	Text    string `json:"text"`
	Buttons []struct {
		URL string `json:"url"`
	} `json:"buttons"`
}

var placeholder = regexp.MustCompile(`\{\{[^{}]+\}\}`)

// Placeholders returns what a message has to fill in: whether there is a picture above the text, how
// many places the text has, and how many buttons hand something over.
func (t Template) Placeholders() (picture bool, body, buttons int) {
	for _, part := range t.Components {
		switch part.Type {
		case "HEADER":
			picture = part.Format == "IMAGE"
		case "BODY":
			body = len(placeholder.FindAllString(part.Text, -1))
		}
		for _, button := range part.Buttons {
			if placeholder.MatchString(button.URL) {
				buttons++
			}
		}
	}
	return picture, body, buttons
}

// The states and categories of templates that matter to us.
const (
	TemplateApproved       = "APPROVED"
	CategoryAuthentication = "AUTHENTICATION"
	CategoryUtility        = "UTILITY"
	CategoryMarketing      = "MARKETING"
)

// CanInspectToken reports whether the API can be asked about the token: it takes the question
// from the app alone, by id and secret, and refuses it from the token itself.
func (c *Cloud) CanInspectToken() bool { return c.account.AppID != "" && c.account.AppSecret != "" }

// InspectToken asks what the token may, and for how long. It needs CanAskToken. See
// https://developers.facebook.com/docs/graph-api/reference/debug_token
func (c *Cloud) InspectToken(ctx context.Context) (Token, error) {
	var answer struct {
		Data struct {
			App     string   `json:"app_id"`
			Valid   bool     `json:"is_valid"`
			Ends    int64    `json:"expires_at"`
			Scopes  []string `json:"scopes"`
			Limited []struct {
				Scope string   `json:"scope"`
				IDs   []string `json:"target_ids"`
			} `json:"granular_scopes"`
		} `json:"data"`
	}
	asker := c.account.AppID + "|" + c.account.AppSecret
	if err := c.getAs(ctx, asker, "debug_token", url.Values{"input_token": {c.account.Token}}, &answer); err != nil {
		return Token{}, err
	}
	token := Token{App: answer.Data.App, Valid: answer.Data.Valid, Scopes: answer.Data.Scopes}
	if answer.Data.Ends > 0 {
		token.ExpiresAt = time.Unix(answer.Data.Ends, 0)
	}
	for _, limited := range answer.Data.Limited {
		if limited.Scope == ScopeManagement {
			token.Accounts = limited.IDs
		}
	}
	return token, nil
}

// FetchNumber asks about the platform's own number. See
// https://developers.facebook.com/docs/whatsapp/business-management-api/manage-phone-numbers
func (c *Cloud) FetchNumber(ctx context.Context) (Number, error) {
	var answer struct {
		Phone   string `json:"display_phone_number"`
		Quality string `json:"quality_rating"`
		Webhook struct {
			OfNumber  string `json:"phone_number"`
			OfAccount string `json:"whatsapp_business_account"`
			OfApp     string `json:"application"`
		} `json:"webhook_configuration"`
	}
	if err := c.get(ctx, url.PathEscape(c.account.PhoneNumberID), nil, &answer); err != nil {
		return Number{}, err
	}
	number := Number{Phone: answer.Phone, Quality: answer.Quality}
	for _, address := range []string{answer.Webhook.OfApp, answer.Webhook.OfAccount, answer.Webhook.OfNumber} {
		if address != "" {
			number.Webhook = address // the narrower one holds
		}
	}
	return number, nil
}

// HasNumber asks whether a WhatsApp Business account has the platform's own number.
func (c *Cloud) HasNumber(ctx context.Context, account string) (bool, error) {
	var answer struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := c.get(ctx, url.PathEscape(account)+"/phone_numbers", url.Values{"fields": {"id"}, "limit": {"100"}}, &answer); err != nil {
		return false, err
	}
	for _, number := range answer.Data {
		if number.ID == c.account.PhoneNumberID {
			return true, nil
		}
	}
	return false, nil
}

// IsSubscribed asks whether a WhatsApp Business account tells an app what becomes of messages.
func (c *Cloud) IsSubscribed(ctx context.Context, account, app string) (bool, error) {
	var answer struct {
		Data []struct {
			App struct {
				ID string `json:"id"`
			} `json:"whatsapp_business_api_data"`
		} `json:"data"`
	}
	if err := c.get(ctx, url.PathEscape(account)+"/subscribed_apps", nil, &answer); err != nil {
		return false, err
	}
	for _, subscribed := range answer.Data {
		if subscribed.App.ID == app {
			return true, nil
		}
	}
	return false, nil
}

// FetchTemplates asks in which languages a WhatsApp Business account has a template of a
// name. See https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates
func (c *Cloud) FetchTemplates(ctx context.Context, account, name string) ([]Template, error) {
	var answer struct {
		Data []Template `json:"data"`
	}
	query := url.Values{"name": {name}, "fields": {"name,status,language,category,parameter_format,components"}, "limit": {"100"}}
	if err := c.get(ctx, url.PathEscape(account)+"/message_templates", query, &answer); err != nil {
		return nil, err
	}
	var found []Template
	for _, template := range answer.Data {
		if template.Name == name { // others only contain it
			found = append(found, template)
		}
	}
	return found, nil
}

// get puts a question to the API, with the token.
func (c *Cloud) get(ctx context.Context, path string, query url.Values, into any) error {
	proven := c.sendsProof.Load()
	err := c.getAs(ctx, c.account.Token, path, c.withProofQuery(query), into)
	if !proven && c.sendsProof.Load() {
		return c.getAs(ctx, c.account.Token, path, c.withProofQuery(query), into)
	}
	return err
}

// withProofQuery is a query with a proof of the app's secret, where the API demands one.
func (c *Cloud) withProofQuery(query url.Values) url.Values {
	if !c.sendsProof.Load() {
		return query
	}
	proven := url.Values{proofParameter: {c.proof()}}
	maps.Copy(proven, query)
	return proven
}

// getAs puts a question to the API. Errors do not say its address, in which the token may
// stand.
func (c *Cloud) getAs(ctx context.Context, asker, path string, query url.Values, into any) (err error) {
	address := strings.Join([]string{c.account.GraphURL, c.account.GraphVersion, path}, "/")
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+query.Encode(), nil)
	if err != nil {
		return errors.New("the address of WhatsApp's API is none")
	}
	request.Header.Set("Authorization", "Bearer "+asker)
	answer, err := c.client.Do(request)
	if err != nil {
		return queueing.Unnamed(err)
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxResponse))
	if err != nil {
		return fmt.Errorf("reading an answer of WhatsApp's API: %w", err)
	}
	var fault graphAnswer
	if json.Unmarshal(text, &fault) == nil && fault.Error != nil {
		demanded := fault.Error.demandsProof()
		if demanded {
			c.requireProof()
		}
		return &Refusal{Status: answer.StatusCode, Code: fault.Error.Code, ProofRequired: demanded}
	}
	if answer.StatusCode != http.StatusOK || json.Unmarshal(text, into) != nil {
		return &Refusal{Status: answer.StatusCode}
	}
	return nil
}
