package loyalty

import "time"

// FamilyPolicy says which card the visits of a family's members stamp.
type FamilyPolicy string

// The policies: points per member, or shared points.
const (
	PolicyIndividual FamilyPolicy = "INDIVIDUAL"
	PolicyPool       FamilyPolicy = "POOL"
)

// Valid reports whether the policy is known.
func (p FamilyPolicy) Valid() bool { return p == PolicyIndividual || p == PolicyPool }

// FamilyRole is a member's place in the family.
type FamilyRole string

// The roles (labels: Titular, Adulto/a, Hijo/a). A family has at most one
// PRIMARY.
const (
	RolePrimary FamilyRole = "PRIMARY"
	RoleAdult   FamilyRole = "ADULT"
	RoleChild   FamilyRole = "CHILD"
)

// Valid reports whether the role is known.
func (r FamilyRole) Valid() bool { return r == RolePrimary || r == RoleAdult || r == RoleChild }

// Family is a group of customers of one business.
type Family struct {
	ID        string
	Name      string
	Policy    FamilyPolicy
	CreatedAt time.Time
}

// Membership is a customer's place in a family.
type Membership struct {
	FamilyID string
	Name     string
	Policy   FamilyPolicy
	Role     FamilyRole
}

// NewFamily returns a family to be created, or the validation refusal. The
// policy is POOL unless another is given (specification, section 5).
func NewFamily(name string, policy FamilyPolicy) (Family, error) {
	if policy == "" {
		policy = PolicyPool
	}
	clean, fault := cleanLine(name, MaxNameLength)
	c := check{}
	if clean == "" {
		fault = "Indica un nombre para la familia."
	}
	if fault != "" {
		c.refuse("name", fault)
	}
	if !policy.Valid() {
		c.refuse("policy", "La forma de sumar puntos no existe.")
	}
	return Family{Name: clean, Policy: policy}, c.err()
}
