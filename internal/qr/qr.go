// Package qr draws the picture that says who a customer is. It knows what
// readers expect to find in it, and nothing of the customer but the ids.
package qr

import (
	"encoding/json"
	"fmt"
	"sync"

	"rsc.io/qr"
	"rsc.io/qr/coding"
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

// Drawer draws the QRs of customers, many at the same time. It keeps how patterns of
// their few sizes are laid out, which takes as long to find as all the rest. The
// zero value is ready.
type Drawer struct{ layouts sync.Map } // coding.Version -> *coding.Plan

// Customer returns the picture as a PNG with the quiet border that scanners
// need.
func (d *Drawer) Customer(customerID, businessID, signature string) ([]byte, error) {
	text, err := Text(customerID, businessID, signature)
	if err != nil {
		return nil, err
	}
	pattern, err := d.pattern(coding.String(text))
	if err != nil {
		return nil, fmt.Errorf("drawing a QR: %w", err)
	}
	return drawn(pattern), nil
}

// Text is what a customer's QR says, for others to draw.
func Text(customerID, businessID, signature string) (string, error) {
	text, err := json.Marshal(content{Type: customerType, CustomerID: customerID, BusinessID: businessID, Signature: signature})
	if err != nil {
		return "", fmt.Errorf("encoding a QR's content: %w", err)
	}
	return string(text), nil
}

// pattern is what qr.Encode returns, with a layout that is kept.
func (d *Drawer) pattern(text coding.String) (*qr.Code, error) {
	version := coding.Version(coding.MinVersion)
	for version < coding.MaxVersion && text.Bits(version) > version.DataBytes(coding.M)*8 {
		version++
	}
	layout, err := d.layout(version)
	if err != nil {
		return nil, err
	}
	pattern, err := layout.Encode(text)
	if err != nil {
		return nil, err
	}
	return &qr.Code{Bitmap: pattern.Bitmap, Size: pattern.Size, Stride: pattern.Stride}, nil
}

func (d *Drawer) layout(version coding.Version) (*coding.Plan, error) {
	if known, ok := d.layouts.Load(version); ok {
		return known.(*coding.Plan), nil
	}
	layout, err := coding.NewPlan(version, coding.M, 0)
	if err != nil {
		return nil, err
	}
	d.layouts.Store(version, layout)
	return layout, nil
}

// Customer draws one QR, as a Drawer does.
func Customer(customerID, businessID, signature string) ([]byte, error) {
	return new(Drawer).Customer(customerID, businessID, signature)
}

// Link returns the picture of an address, in the same way.
func Link(address string) ([]byte, error) {
	code, err := qr.Encode(address, qr.M)
	if err != nil {
		return nil, fmt.Errorf("drawing a QR: %w", err)
	}
	return drawn(code), nil
}
