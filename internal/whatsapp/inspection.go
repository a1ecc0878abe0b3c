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

// Refusal is an API error about the account.
type Refusal struct {
	Status        int  // HTTP status
	Code          int  // of the API; zero: not from the API
	ProofRequired bool // with the app's secret
}

// Error returns the error without the API's message, which may repeat the token.
func (r *Refusal) Error() string {
	if r.Code == 0 {
		return fmt.Sprintf("status %d, and not from the WhatsApp API", r.Status)
	}
	return fmt.Sprintf("error %d of WhatsApp's API", r.Code)
}

// Token describes the account's token.
type Token struct {
	App       string // app id
	Valid     bool
	ExpiresAt time.Time // zero: never
	Scopes    []string
	Accounts  []string // WhatsApp Business ids; none: not reported
}

// Permissions to send, and to inspect numbers and templates.
const (
	ScopeMessaging  = "whatsapp_business_messaging"
	ScopeManagement = "whatsapp_business_management"
)

// Number is the sending number.
type Number struct {
	Phone   string // as the API formats it
	Quality string // GREEN, YELLOW, RED or unknown
	Webhook string // empty: not reported
}

// Template is a template in one language.
type Template struct {
	Name       string              `json:"name"`
	Status     string              `json:"status"`
	Language   string              `json:"language"`
	Category   string              `json:"category"`
	Format     string              `json:"parameter_format"` // NamedPlaceholders, else numbered
	Components []TemplateComponent `json:"components"`
}

// NamedPlaceholders is the Template.Format of placeholders with names.
const NamedPlaceholders = "NAMED"

// TemplateComponent is a template's header, body or buttons.
type TemplateComponent struct {
	Type    string `json:"type"`
	Format  string `json:"format"`
	Text    string `json:"text"`
	Buttons []struct {
		URL string `json:"url"`
	} `json:"buttons"`
}

var placeholder = regexp.MustCompile(`\{\{[^{}]+\}\}`)

// Placeholders returns whether there is a picture, and the number of values in body and buttons.
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

// States and categories that we check.
const (
	TemplateApproved       = "APPROVED"
	CategoryAuthentication = "AUTHENTICATION"
	CategoryUtility        = "UTILITY"
	CategoryMarketing      = "MARKETING"
)

// CanInspectToken reports whether the app's id and secret are set: the API describes a token only to its app.
func (c *Cloud) CanInspectToken() bool { return c.account.AppID != "" && c.account.AppSecret != "" }

// InspectToken asks the API about the token. It requires CanInspectToken:
// https://developers.facebook.com/docs/graph-api/reference/debug_token
func (c *Cloud) InspectToken(ctx context.Context) (Token, error) {
	var response struct {
		Data struct {
			App            string   `json:"app_id"`
			Valid          bool     `json:"is_valid"`
			Ends           int64    `json:"expires_at"`
			Scopes         []string `json:"scopes"`
			GranularScopes []struct {
				Scope string   `json:"scope"`
				IDs   []string `json:"target_ids"`
			} `json:"granular_scopes"`
		} `json:"data"`
	}
	appToken := c.account.AppID + "|" + c.account.AppSecret
	if err := c.getAs(ctx, appToken, "debug_token", url.Values{"input_token": {c.account.Token}}, &response); err != nil {
		return Token{}, err
	}
	token := Token{App: response.Data.App, Valid: response.Data.Valid, Scopes: response.Data.Scopes}
	if response.Data.Ends > 0 {
		token.ExpiresAt = time.Unix(response.Data.Ends, 0)
	}
	for _, granularScope := range response.Data.GranularScopes {
		if granularScope.Scope == ScopeManagement {
			token.Accounts = granularScope.IDs
		}
	}
	return token, nil
}

// FetchNumber fetches the platform's number:
// https://developers.facebook.com/docs/whatsapp/business-management-api/manage-phone-numbers
func (c *Cloud) FetchNumber(ctx context.Context) (Number, error) {
	var response struct {
		Phone   string `json:"display_phone_number"`
		Quality string `json:"quality_rating"`
		Webhook struct {
			OfNumber  string `json:"phone_number"`
			OfAccount string `json:"whatsapp_business_account"`
			OfApp     string `json:"application"`
		} `json:"webhook_configuration"`
	}
	if err := c.get(ctx, url.PathEscape(c.account.PhoneNumberID), nil, &response); err != nil {
		return Number{}, err
	}
	number := Number{Phone: response.Phone, Quality: response.Quality}
	for _, address := range []string{response.Webhook.OfApp, response.Webhook.OfAccount, response.Webhook.OfNumber} {
		if address != "" {
			number.Webhook = address // a narrower setting wins
		}
	}
	return number, nil
}

// HasNumber reports whether an account has the platform's number.
func (c *Cloud) HasNumber(ctx context.Context, account string) (bool, error) {
	var response struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if err := c.get(ctx, url.PathEscape(account)+"/phone_numbers", url.Values{"fields": {"id"}, "limit": {"100"}}, &response); err != nil {
		return false, err
	}
	for _, number := range response.Data {
		if number.ID == c.account.PhoneNumberID {
			return true, nil
		}
	}
	return false, nil
}

// IsSubscribed reports whether an app gets an account's webhooks.
func (c *Cloud) IsSubscribed(ctx context.Context, account, app string) (bool, error) {
	var response struct {
		Data []struct {
			App struct {
				ID string `json:"id"`
			} `json:"whatsapp_business_api_data"`
		} `json:"data"`
	}
	if err := c.get(ctx, url.PathEscape(account)+"/subscribed_apps", nil, &response); err != nil {
		return false, err
	}
	for _, subscription := range response.Data {
		if subscription.App.ID == app {
			return true, nil
		}
	}
	return false, nil
}

// FetchTemplates fetches the templates in all languages:
// https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates
func (c *Cloud) FetchTemplates(ctx context.Context, account, name string) ([]Template, error) {
	var response struct {
		Data []Template `json:"data"`
	}
	query := url.Values{"name": {name}, "fields": {"name,status,language,category,parameter_format,components"}, "limit": {"100"}}
	if err := c.get(ctx, url.PathEscape(account)+"/message_templates", query, &response); err != nil {
		return nil, err
	}
	var templates []Template
	for _, template := range response.Data {
		if template.Name == name { // the API also returns longer names
			templates = append(templates, template)
		}
	}
	return templates, nil
}

func (c *Cloud) get(ctx context.Context, path string, query url.Values, into any) error {
	proven := c.sendsProof.Load()
	err := c.getAs(ctx, c.account.Token, path, c.withProofQuery(query), into)
	if !proven && c.sendsProof.Load() {
		return c.getAs(ctx, c.account.Token, path, c.withProofQuery(query), into)
	}
	return err
}

func (c *Cloud) withProofQuery(query url.Values) url.Values {
	if !c.sendsProof.Load() {
		return query
	}
	proven := url.Values{proofParameter: {c.proof()}}
	maps.Copy(proven, query)
	return proven
}

// getAs sends a GET request. Its errors omit the address, which may contain the token.
func (c *Cloud) getAs(ctx context.Context, token, path string, query url.Values, into any) (err error) {
	address := strings.Join([]string{c.account.GraphURL, c.account.GraphVersion, path}, "/")
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+query.Encode(), nil)
	if err != nil {
		return errors.New("invalid address of the WhatsApp API")
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := c.client.Do(request)
	if err != nil {
		return queueing.StripURL(err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if err != nil {
		return fmt.Errorf("reading an answer of WhatsApp's API: %w", err)
	}
	var fault graphAnswer
	if json.Unmarshal(text, &fault) == nil && fault.Error != nil {
		demanded := fault.Error.demandsProof()
		if demanded {
			c.requireProof()
		}
		return &Refusal{Status: response.StatusCode, Code: fault.Error.Code, ProofRequired: demanded}
	}
	if response.StatusCode != http.StatusOK || json.Unmarshal(text, into) != nil {
		return &Refusal{Status: response.StatusCode}
	}
	return nil
}
