// Package qr draws the picture that says who a customer is. It knows what
// readers expect to find in it, and nothing of the customer but the ids.
package qr

import (
	"encoding/json"
	"fmt"

	"rsc.io/qr"
)

// content is what a customer's QR says (specification, section 3): a type
// marker, the customer and the business; and behind them the signature by which a
// counter without a network knows it. What reads it lets pass what it does not know.
type content struct {
	Type       string `json:"type"`
	CustomerID string `json:"customerId"`
	BusinessID string `json:"businessId"`
	Signature  string `json:"signature"`
}

const customerType = "AXIOMA_CUSTOMER"

// moduleSize is how many pixels wide and high each square of the pattern is: a
// whole number, so that all are alike, and large enough that the picture, some
// 800 pixels wide, stays sharp on dense screens, on paper and after a messenger
// has shrunk it.
const moduleSize = 12

// Customer returns the picture of a customer's QR as a PNG with its quiet zone.
func Customer(customerID, businessID, signature string) ([]byte, error) {
	text, err := Text(customerID, businessID, signature)
	if err != nil {
		return nil, err
	}
	return draw(text)
}

// Text is what a customer's QR says, for others to draw.
func Text(customerID, businessID, signature string) (string, error) {
	text, err := json.Marshal(content{Type: customerType, CustomerID: customerID, BusinessID: businessID, Signature: signature})
	if err != nil {
		return "", fmt.Errorf("encoding a QR's content: %w", err)
	}
	return string(text), nil
}

// Link returns the picture of an address, in the same way.
func Link(address string) ([]byte, error) { return draw(address) }

func draw(text string) ([]byte, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("encode a QR: %w", err)
	}
	return encodePNG(code)
}
