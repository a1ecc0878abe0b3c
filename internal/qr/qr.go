// Package qr renders the QR that identifies a customer.
package qr

import (
	"encoding/json"
	"fmt"

	"rsc.io/qr"
)

// content is the payload (specification, section 3). A counter checks the signature offline. Readers ignore unknown
// fields.
type content struct {
	Type       string `json:"type"`
	CustomerID string `json:"customerId"`
	BusinessID string `json:"businessId"`
	Signature  string `json:"signature"`
}

const customerType = "AXIOMA_CUSTOMER"

// moduleSize is in pixels; a whole number makes all modules alike. About 800 pixels stay sharp on dense screens, on
// paper, and scaled down by a messenger.
const moduleSize = 12

// Customer returns a customer's QR as PNG, with its quiet zone.
func Customer(customerID, businessID, signature string) ([]byte, error) {
	text, err := Text(customerID, businessID, signature)
	if err != nil {
		return nil, err
	}
	return draw(text)
}

// Text returns the payload of a customer's QR.
func Text(customerID, businessID, signature string) (string, error) {
	text, err := json.Marshal(content{Type: customerType, CustomerID: customerID, BusinessID: businessID, Signature: signature})
	if err != nil {
		return "", fmt.Errorf("encoding a QR's content: %w", err)
	}
	return string(text), nil
}

// Link returns a URL's QR as PNG.
func Link(address string) ([]byte, error) { return draw(address) }

func draw(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("encode a QR: %w", err)
	}
	return encodePNG(code)
}
