// A mesh with a directional light: the position through a matrix, the colour times the light, the texture coordinate as it
// is. Vectors are rows: they stand on the left of the matrices.

cbuffer Transforms : register(b0)
{
    float4x4 WorldViewProjection; // from the mesh to the screen
    float4x4 World;               // from the mesh to the world, without unequal scales
};

cbuffer Lighting : register(b1)
{
    float3 LightDirection; // in the world, the way the light goes; of length 1
    float3 LightColour;
    float3 AmbientColour;
};

struct Vertex
{
    float4 position : POSITION;
    float3 normal : NORMAL;
    float4 colour : COLOR;
    float2 texcoord : TEXCOORD;
};

struct Lit
{
    float4 position : SV_Position;
    float4 colour : COLOR;
    float2 texcoord : TEXCOORD;
};

Lit main(Vertex input)
{
    Lit output;
    output.position = mul(input.position, WorldViewProjection);

    // A normal that faces the light gets all of it, one that faces away gets none.
    float3 normal = normalize(mul(input.normal, (float3x3)World));
    float3 light = AmbientColour + LightColour * saturate(-dot(normal, LightDirection));
    output.colour = float4(input.colour.rgb * light, input.colour.a);

    output.texcoord = input.texcoord;
    return output;
}
